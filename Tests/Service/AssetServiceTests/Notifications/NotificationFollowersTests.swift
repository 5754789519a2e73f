// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

@testable import AssetService

/// Who hears of notifications, and of what a person does with them.
@Suite(.timeLimit(.minutes(1))) struct NotificationFollowersTests {
    private static let request = NotificationRequest(
        identifier: "photo", content: NotificationContent(title: "Stormy skies!", category: "photo"))

    /// Has a person be told something that can be chosen without opening the app.
    private func deliver(by service: NotificationsService) async throws {
        let later = NotificationCategory.Action(identifier: "later", title: "Later", opensApp: false, takesText: false)
        let category = NotificationCategory(identifier: "photo", actions: [later], tellsDismissal: false)
        try await service.set([category], of: NotificationsRig.bundleID)
        try await service.add(Self.request, of: NotificationsRig.bundleID, answer: nil)
        _ = await service.deliverDue()
    }

    private func startApp() throws -> TestProcess {
        let app = TestProcess()
        app.executableURL = URL(fileURLWithPath: "/bin/sleep")
        app.arguments = ["1000"]
        try app.run()
        return app
    }

    @Test("An app that is resumed where nobody sees it is not asked what is shown") func resumed() async throws {
        try await NotificationWorld.with { world in
            try world.world.folder.write("", to: "tell")
            let app = try await world.start("stay")
            try await world.tasks.waitForWord("opened")
            kill(app.processIdentifier, SIGSTOP)
            _ = try await world.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
            try await world.tasks.submit("refresh")
            try await world.tasks.waitForHistory("completed")
            await world.desk.wait(shown: 5)
            let said = world.tasks.said()
            #expect(said.contains("launched refresh") && !said.contains { $0.hasPrefix("presenting") }, "\(said)")
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("An app that is suspended in the moment in which it comes goes on for what a person has chosen")
    func comesSuspended() async throws {
        try await TemporaryFolder.with { folder in
            let (service, _) = try await NotificationsRig.makeService(in: folder)
            try await deliver(by: service)
            // Nobody of the app is there to hear of it, and none can be started.
            try await service.open("photo", of: NotificationsRig.bundleID, action: "later", text: nil)
            let app = try startApp()
            kill(app.processIdentifier, SIGSTOP)
            try await eventually { ForegroundProcesses().isSuspended(app.processIdentifier) }
            let session = Session(
                id: 1, processID: app.processIdentifier, caller: .app(bundleID: NotificationsRig.bundleID))
            let (events, posting) = AsyncStream.makeStream(of: NotificationEvent.self)
            let following = Task {
                try await service.follow(bundleID: NotificationsRig.bundleID, session: session) { posting.yield($0) }
            }
            let kinds = await events.prefix(2).reduce(into: []) { $0.append($1.kind) }
            #expect(kinds == [.subscribed, .response])
            try await eventually { !ForegroundProcesses().isSuspended(app.processIdentifier) }
            following.cancel()
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("An app that has taken note of what a person has chosen is let go of a moment later, and not at once")
    func lastWords() async throws {
        try await TemporaryFolder.with { folder in
            let (service, processes) = try await NotificationsRig.makeService(in: folder)
            try await deliver(by: service)
            let app = try startApp()
            #expect(await processes.adopt(app.processIdentifier, of: NotificationsRig.bundleID, isStarted: true))
            await processes.foreground.set([app.processIdentifier], inFront: false)
            try await service.open("photo", of: NotificationsRig.bundleID, action: "later", text: nil)
            let number = try #require(await service.responses.keys.first)
            try await service.takeResponse(number, of: NotificationsRig.bundleID)
            #expect(await processes.endingProcess(of: NotificationsRig.bundleID) == nil)
            app.waitUntilExit()
        }
    }

    @Test("A person's no holds, whatever the app asks for at the same time") func noHolds() async throws {
        try await TemporaryFolder.with { folder in
            let (service, _) = try await NotificationsRig.makeService(in: folder)
            for _ in 0..<50 {
                try await service.allow(NotificationsRig.bundleID, true)
                async let denied: Void = service.allow(NotificationsRig.bundleID, false)
                async let authorized = service.authorize(NotificationsRig.bundleID)
                _ = try await (denied, authorized)
                #expect(try await service.authorization(of: NotificationsRig.bundleID) == .denied)
            }
        }
    }
}
