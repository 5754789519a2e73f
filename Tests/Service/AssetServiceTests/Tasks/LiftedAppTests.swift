// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import MessageBus
import ServiceInterface
import Testing

/// Apps that were started in the background, and that a person has in front before they have done what they were started for.
@Suite("D5: Apps that come to the front", .timeLimit(.minutes(2))) struct LiftedAppTests {
    private func bringToFront(_ tasks: TaskWorld) async throws {
        _ = try await tasks.world.call(AppsInterface.SetState(bundleID: TaskWorld.bundleID, state: .foreground))
    }

    /// The unit that a process is in.
    private func unit(of process: Int32) throws -> String {
        let groups = try String(contentsOfFile: "/proc/\(process)/cgroup", encoding: .utf8)
        let names = groups.split(whereSeparator: { "/\n".contains($0) })
        return String(try #require(names.first { $0.hasPrefix("app-backgroundassets-") }, "\(groups)"))
    }

    @Test("One that is in front is not ended with its task, nor for it") func staying() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "hang")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("takenUp")
            try await bringToFront(tasks)
            let process = try #require(try tasks.processes().first)
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("expiring")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            // One more, for the same process, when it is left alone no longer.
            try await tasks.submit("work-1", .processing)
            tasks.world.clock.advance(by: 86_401)
            try await tasks.waitForHistory("completed")
            #expect(try tasks.processes() == [process])
        }
    }

    @Test("What one in front does not end in time is over, and all else that it does goes on") func others()
        async throws
    {
        try await TaskWorld.with { tasks in
            for identifier in ["refresh", "work-1"] { try tasks.tell(identifier, "hang") }
            try await tasks.submit("refresh")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("takenUp", count: 2)
            try await bringToFront(tasks)
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("expiring")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            #expect(try await tasks.history("work-1") == ["submitted", "launched", "takenUp"])
            #expect(try await tasks.record("work-1")?.state == .running)
            #expect(try await tasks.record("refresh") == nil)
        }
    }

    @Test(
        "The limits of the background are lifted from its unit",
        .enabled(if: TestUserManager.isPossible, "this runs a systemd of its own: run it as root, as CI does"))
    func limits() async throws {
        try await TaskWorld.with { tasks in
            try await TestUserManager.with(in: tasks.world.folder) { manager in
                tasks.world.buses = BusAddresses(session: manager.address)
                try await tasks.world.restart()
                try tasks.tell("refresh", "hang")
                try await tasks.submit("refresh")
                try await tasks.waitForHistory("takenUp")
                let unit = try unit(of: try #require(try tasks.processes().first))
                #expect(try await manager.shown(unit, "MemoryMax") == "\(1 << 30)")
                try await bringToFront(tasks)
                #expect(try await manager.shown(unit, "MemoryMax") == "infinity")
                #expect(try await manager.shown(unit, "TasksMax") == "infinity")
            }
        }
    }
}
