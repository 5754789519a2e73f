// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

/// Background tasks that ran, or were beginning, when the service ended.
@Suite("D2: Background tasks over the end of the service", .timeLimit(.minutes(2))) struct LostRunTests {
    @Test("What ran when the service was not there is nobody's fault, and begins again") func lost() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "hang")
            try tasks.tell("refresh", "nothing")
            try await tasks.submit("work-1", .processing)
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("takenUp")
            try await tasks.waitForWord("launched refresh")
            try await tasks.world.stop()
            let process = try #require(try tasks.processes().first)
            kill(process, SIGKILL)
            // It has no program before it is gone.
            _ = try await tasks.world.wait { kill(process, 0) != 0 ? true : nil }
            for identifier in ["work-1", "refresh"] { try tasks.tell(identifier, "complete") }
            try await tasks.world.start()
            try await tasks.waitForHistory("completed", count: 2)
            let expected = ["submitted", "launched", "takenUp", "interrupted", "launched", "takenUp", "completed"]
            #expect(try await tasks.history("work-1") == expected)
            #expect(
                try await tasks.history("refresh") == expected.filter { $0 != "takenUp" }.dropLast() + [
                    "takenUp", "completed",
                ])
        }
    }

    @Test("What an app has taken back when it had begun does not begin once more, also when the service was not there")
    func withdrawn() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "hang")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("takenUp")
            let app = try await tasks.app()
            _ = try await ServiceWorld.call(TasksInterface.Cancel(identifier: "work-1"), on: app)
            app.close()
            try await tasks.world.stop()
            let process = try #require(try tasks.processes().first)
            kill(process, SIGKILL)
            // It has no program before it is gone.
            _ = try await tasks.world.wait { kill(process, 0) != 0 ? true : nil }
            try await tasks.world.start()
            try await tasks.waitForHistory("interrupted")
            #expect(try await tasks.records() == [])
        }
    }

    @Test(
        "An app that was being started when the service ended is the one that the next one has started, and ends with its task"
    )
    func startedBefore() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "nothing")
            try await tasks.submit("refresh")
            try await tasks.waitForWord("launched refresh")
            let process = try #require(try tasks.processes().first)
            try tasks.tell("refresh", "complete")
            try await tasks.world.restart()
            // It is told once more: the service that launched it is gone.
            try await tasks.waitForHistory("completed")
            #expect(try await tasks.history("refresh") == ["submitted", "launched", "takenUp", "completed"])
            #expect(tasks.said().filter { $0.hasPrefix("started") }.count == 1, "\(tasks.said())")
            _ = try await tasks.world.wait { try tasks.processes().contains(process) ? nil : true }
        }
    }
}
