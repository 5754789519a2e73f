// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// Processes of apps that end just when they are told what to do.
@Suite("D2: Processes that are gone", .timeLimit(.minutes(2))) struct GoneProcessTests {
    @Test("An app that has completed what it was told, and is gone before it is looked at, is not started for it")
    func goneAtOnce() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "leave")
            let app = try await tasks.start([])
            try await tasks.waitForWord("started by somebody")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed")
            app.waitUntilExit()
            await tasks.world.wakeForTasks(TaskWorld.bundleID, app.processIdentifier)
            #expect(try tasks.processes() == [])
        }
    }

    @Test("What a process has ended with that had just begun with a task is begun with by another one")
    func takenUpByTheDead() async throws {
        try await TaskWorld.with { tasks in
            let app = try await tasks.start(["fork"])
            app.waitUntilExit()
            // What has not come back by then does not.
            tasks.world.clock.advance(by: 6)
            try tasks.tell("work-1", "nothing")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForWord("launched work-1")
            let error = await #expect(throws: ServiceError.self) {
                try await tasks.world.takeUp(1, of: TaskWorld.bundleID, by: app.processIdentifier)
            }
            #expect(error?.code == .taskNotFound)
            #expect(try await tasks.record("work-1")?.state == .launching)
        }
    }

    @Test("A process that has ended is told of nothing, though what it has started keeps its connection")
    func deadFollower() async throws {
        try await TaskWorld.with { tasks in
            let dead = try await tasks.start(["fork"])
            dead.waitUntilExit()
            let app = try await tasks.start([])
            _ = try await tasks.world.wait { tasks.followCount == 2 ? true : nil }
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["started by somebody", "started by somebody", "launched work-1"])
            #expect(app.isRunning)
        }
    }
}
