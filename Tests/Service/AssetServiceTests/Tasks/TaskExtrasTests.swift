// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// What Apple has not got, in a real app.
@Suite("D2: What is added to background tasks", .timeLimit(.minutes(2))) struct TaskExtrasTests {
    private func with(_ body: (TaskWorld) async throws -> Void) async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureExtras") { tasks in
            try tasks.world.folder.write("", to: "said")
            try await body(tasks)
        }
    }

    @Test("A task ends when its async handler returns, and without success when that throws") func handlers()
        async throws
    {
        try await with { tasks in
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["launched refresh, no reason"])
            try tasks.tell("refresh", "throw")
            tasks.world.clock.advance(by: 86_400)
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("failed")
        }
    }

    @Test("A handler is cancelled when its task is to end, and can tell why: by a simulation, too") func expiration()
        async throws
    {
        try await with { tasks in
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "developer-mode", value: "on"))
            try tasks.tell("refresh", "expire")
            try await tasks.submit("refresh", after: 3600)
            try await tasks.open("launch:refresh")
            try await tasks.waitForWord("cancelled refresh, simulated")
            #expect(tasks.said().contains("launched refresh, no reason"))
            // It says so before its task has ended, and a day is longer than it may take for that.
            try await tasks.waitForHistory("failed")
            try tasks.tell("refresh", "wait")
            tasks.world.clock.advance(by: 86_400)
            try await tasks.submit("refresh")
            _ = try await tasks.world.wait {
                tasks.said().count { $0 == "launched refresh, no reason" } == 2 ? true : nil
            }
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForWord("cancelled refresh, timeUsedUp")
        }
    }

    @Test("D4: An app without scenes is woken for its URL session, and is let go of when that has been handled")
    func session() async throws {
        try await with { tasks in
            tasks.world.server.serve("/photo", Array("a storm".utf8), faults: [.stall(after: 2)])
            try await tasks.open("leave:\(tasks.world.server.url("/photo"))")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.server.release()
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["woken for photos", "downloaded a storm"])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("Without developer mode nothing is simulated, nor what is not there") func refused() async throws {
        try await with { tasks in
            try await tasks.submit("refresh", after: 3600)
            try await tasks.open("launch:refresh", "expire:refresh")
            #expect(tasks.said() == ["refused launch:refresh: 1", "refused expire:refresh: 1"])
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "developer-mode", value: "on"))
            try await tasks.open("launch:second")
            #expect(tasks.said().last == "refused launch:second: 1")
        }
    }
}
