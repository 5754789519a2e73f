// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppHost
import AssetStore
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ServiceInterface
import Testing

@testable import AssetService

/// Who hears of notifications, and of what a person does with them.
@Suite(.timeLimit(.minutes(1))) struct NotificationFollowersTests {
    private static let bundleID = "com.example.app"
    private static let request = NotificationRequest(
        identifier: "photo", content: NotificationContent(title: "Stormy skies!", category: "photo"))

    private func makeService(
        in folder: TemporaryFolder
    ) async throws -> (service: NotificationsService, processes: AppProcesses) {
        let (logger, clock) = (Logger(label: "test"), DrivenClock(now: 1_800_000_000))
        let store = try AssetStore(path: folder.path("service.sqlite"))
        try await store.save(StoredApp(bundleID: Self.bundleID, name: "App", origin: "local", addedAt: 1))
        let foreground = ForegroundProcesses()
        let processes = AppProcesses(
            launches: AppLaunches(
                inBackground: { bundleID throws(ServiceError) in throw .appNotFound(bundleID) },
                inFront: { bundleID, _ throws(ServiceError) in throw .appNotFound(bundleID) }, running: { _ in [] },
                allRunning: { [:] }),
            activity: ActivityMonitor(), launcher: AppLauncher(busAddress: nil, environment: [:], logger: logger),
            foreground: foreground, clock: clock, logger: logger
        ) { _, _ in }
        let service = NotificationsService(
            store: store, ids: EventIDs(store: store, logger: logger), catalog: AppCatalog(store: store),
            opening: NotificationOpening(by: processes, foreground: foreground), busAddress: nil,
            timeZone: LocalTimeZone(), clock: clock,
            logger: logger)
        return (service, processes)
    }

    /// Has a person be told something that can be chosen without opening the app.
    private func deliver(by service: NotificationsService) async throws {
        let later = NotificationCategory.Action(identifier: "later", title: "Later", opensApp: false, takesText: false)
        let category = NotificationCategory(identifier: "photo", actions: [later], tellsDismissal: false)
        try await service.set([category], of: Self.bundleID)
        try await service.add(Self.request, of: Self.bundleID, answer: nil)
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
            let (service, _) = try await makeService(in: folder)
            try await deliver(by: service)
            // Nobody of the app is there to hear of it, and none can be started.
            try await service.open("photo", of: Self.bundleID, action: "later", text: nil)
            let app = try startApp()
            kill(app.processIdentifier, SIGSTOP)
            while !ForegroundProcesses().isSuspended(app.processIdentifier) { await Task.yield() }
            let session = Session(
                id: 1, processID: app.processIdentifier, caller: .app(bundleID: Self.bundleID))
            let (events, posting) = AsyncStream.makeStream(of: NotificationEvent.self)
            let following = Task {
                try await service.follow(bundleID: Self.bundleID, session: session) { posting.yield($0) }
            }
            let kinds = await events.prefix(2).reduce(into: []) { $0.append($1.kind) }
            #expect(kinds == [.subscribed, .response])
            while ForegroundProcesses().isSuspended(app.processIdentifier) { await Task.yield() }
            following.cancel()
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("An app that has taken note of what a person has chosen is let go of a moment later, and not at once")
    func lastWords() async throws {
        try await TemporaryFolder.with { folder in
            let (service, processes) = try await makeService(in: folder)
            try await deliver(by: service)
            let app = try startApp()
            #expect(await processes.adopt(app.processIdentifier, of: Self.bundleID, isStarted: true))
            await processes.foreground.set([app.processIdentifier], inFront: false)
            try await service.open("photo", of: Self.bundleID, action: "later", text: nil)
            let number = try #require(await service.responses.keys.first)
            try await service.takeResponse(number, of: Self.bundleID)
            #expect(await processes.endingProcess(of: Self.bundleID) == nil)
            app.waitUntilExit()
        }
    }
}
