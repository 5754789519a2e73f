// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import MessageBus
import ServiceInterface
import Testing

@testable import AssetService

/// A service on a desktop, with an app that tells its person something.
struct NotificationWorld {
    static let bundleID = ServiceWorld.bundleID

    let tasks: TaskWorld
    let desktop: TestDesktop
    let desk: NotificationDesk

    var world: ServiceWorld { tasks.world }

    /// - `capabilities`: of the desktop's notification server.
    static func with(
        _ capabilities: [String] = ["body", "actions", "inline-reply"], _ body: (NotificationWorld) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                let desk = try desktop.showNotifications(capabilities)
                try await TaskWorld.with(program: ProgramRun.programs + "/FixtureNotifications") { tasks in
                    try tasks.world.folder.write("", to: "said")
                    tasks.world.buses = BusAddresses(session: desktop.address)
                    try await tasks.world.restart()
                    try await body(NotificationWorld(tasks: tasks, desktop: desktop, desk: desk))
                }
            }
        }
    }

    /// Runs the app as a person does who opens it, until it ends.
    func open(_ arguments: String...) async throws { try await open(arguments) }

    func open(_ arguments: [String]) async throws {
        let app = try await tasks.start(arguments)
        let status = await Task.detached {
            app.waitUntilExit()
            return app.terminationStatus
        }.value
        try #require(status == 0)
    }

    /// The same, and does not wait for its end.
    func start(_ arguments: String...) async throws -> TestProcess { try await tasks.start(arguments) }

    /// Has the app, which hears of nothing, tell its person something, and waits until the desktop shows it, and the service knows as what.
    ///
    /// - Returns: the desktop's numbers, by their identifiers.
    func show(_ identifiers: String...) async throws -> [String: UInt32] {
        try await open(["deaf"] + identifiers.map { "now:\($0)" })
        await desk.wait(shown: identifiers.count)
        _ = try await world.wait { try await records().allSatisfy { $0.isShown == true } ? true : nil }
        let numbers = desk.shown.map { shown in
            (identifiers.first { shown.body.hasSuffix(" \($0)") } ?? shown.body, shown.id)
        }
        return Dictionary(numbers) { $1 }
    }

    func records() async throws -> [NotificationRecord] {
        try await world.call(NotificationsInterface.List(bundleID: Self.bundleID)).notifications
    }

    func waitForRecord(_ isMeant: @escaping (NotificationRecord) -> Bool) async throws -> NotificationRecord {
        try await world.wait { try await records().first(where: isMeant) }
    }
}
