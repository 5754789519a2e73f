// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

/// What a person has begun in an app, a program of its own that is written for `BackgroundTasks`.
@Suite("D2: Continued tasks", .timeLimit(.minutes(2))) struct ContinuedTaskTests {
    /// - `what`: the app does with each.
    /// - `fraction`: how much of the first is done then.
    /// - `body`: gets the app, which has submitted two, of which the first has got to ten.
    private func with(
        _ what: String = "steps", fraction: Double = 0.1, _ body: (TaskWorld, TestProcess) async throws -> Void
    ) async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            for identifier in ["export.one", "export.two"] { try tasks.tell(identifier, what) }
            try step(10, tasks)
            let app = try await tasks.start(["export.one:queue", "export.two:queue", "stay"])
            try await wait(for: fraction, tasks)
            // The first has begun before the second was submitted, perhaps.
            _ = try await tasks.world.wait { try await tasks.record("export.two") }
            try await body(tasks, app)
        }
    }

    private func step(_ number: Int, _ tasks: TaskWorld) throws {
        try tasks.world.folder.write("\(number)", to: "step")
    }

    private func wait(for fraction: Double, _ tasks: TaskWorld) async throws {
        _ = try await tasks.world.wait {
            try await tasks.record("export.one")?.fraction == fraction ? true : nil
        }
    }

    @Test("One runs for as long as it gets on, and the next when it has ended") func gettingOn() async throws {
        try await with { tasks, app in
            // Its progress and its words come one after the other.
            let first = try await tasks.world.wait {
                try await tasks.record("export.one").flatMap { $0.task.subtitle == "10 of 100" ? $0 : nil }
            }
            #expect(first.state == .running && first.task.title == "Export")
            #expect(try await tasks.record("export.two")?.condition == .behindTasks)
            for number in [20, 40, 60] {
                tasks.world.clock.advance(by: 59)
                try step(number, tasks)
                try await wait(for: Double(number) / 100, tasks)
            }
            try step(100, tasks)
            try await tasks.waitForHistory("completed", count: 2)
            // Who submits hears at once that it is taken; the launch comes by another way.
            #expect(tasks.said().filter { $0.hasPrefix("submitted") }.count == 2)
            #expect(
                tasks.said().filter { !$0.hasPrefix("submitted") } == [
                    "launched export.one BGContinuedProcessingTask", "launched export.two BGContinuedProcessingTask",
                ])
            // A person has it open: it goes on.
            #expect(app.isRunning)
        }
    }

    @Test("One that finds more to do than it has done gets on all the same") func growing() async throws {
        try await with("more", fraction: 10 / 200) { tasks, _ in
            for number in [20, 40, 60] {
                tasks.world.clock.advance(by: 59)
                try step(number, tasks)
                try await wait(for: Double(number) / Double(100 + number * number), tasks)
            }
            #expect(try await tasks.history("export.one") == ["submitted", "launched", "takenUp"])
            tasks.world.clock.advance(by: 61)
            try await tasks.waitForWord("expired export.one at 60")
        }
    }

    @Test("One that does not know how much there is gets on with each unit that is done") func endless() async throws {
        try await with("endless", fraction: 0) { tasks, _ in
            for number in [20, 40, 60] {
                tasks.world.clock.advance(by: 59)
                try step(number, tasks)
                _ = try await tasks.world.wait {
                    try await tasks.record("export.one")?.task.subtitle == "\(number) of 100" ? true : nil
                }
            }
            #expect(try await tasks.history("export.one") == ["submitted", "launched", "takenUp"])
            tasks.world.clock.advance(by: 61)
            try await tasks.waitForWord("expired export.one at 60")
        }
    }

    @Test("Of two handlers that are meant, the more exact one is called") func exact() async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            let app = try await tasks.start(["export.large.one:queue", "export.small:queue", "stay"])
            try await tasks.waitForHistory("completed", count: 2)
            #expect(
                tasks.said().filter { !$0.hasPrefix("submitted") } == [
                    "a large one", "launched export.large.one BGContinuedProcessingTask",
                    "launched export.small BGContinuedProcessingTask",
                ])
            app.terminate()
            app.waitUntilExit()
        }
    }

    @Test("One that gets on no more is told to end, and fails") func standingStill() async throws {
        try await with { tasks, app in
            tasks.world.clock.advance(by: 61)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().contains("expired export.one at 10"))
            let entries = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
            #expect(entries.contains { $0.event == "expiring" && $0.detail?.contains("no progress") == true })
            // The other one has its own time.
            _ = try await tasks.world.wait { try await tasks.record("export.two")?.fraction == 0.1 ? true : nil }
            #expect(app.isRunning)
        }
    }

    @Test("One that a person stops ends, and its app goes on") func stopping() async throws {
        try await with { tasks, app in
            _ = try await tasks.world.call(
                TasksInterface.Stop(bundleID: TaskWorld.bundleID, identifier: "export.one"))
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().contains("expired export.one at 10"))
            let error = await #expect(throws: ServiceError.self) {
                try await tasks.world.call(TasksInterface.Stop(bundleID: TaskWorld.bundleID, identifier: "export.one"))
            }
            #expect(error?.code == .taskNotFound)
            let unknown = await #expect(throws: ServiceError.self) {
                try await tasks.world.call(
                    TasksInterface.Stop(bundleID: "com.example.nowhere", identifier: "export.one"))
            }
            #expect(unknown?.code == .appNotFound)
            #expect(app.isRunning)
        }
    }

    @Test("One that waits for its turn is taken back when a person stops it") func stoppingNext() async throws {
        try await with { tasks, app in
            _ = try await tasks.world.call(TasksInterface.Stop(bundleID: TaskWorld.bundleID, identifier: "export.two"))
            #expect(try await tasks.record("export.two") == nil)
            #expect(try await tasks.history("export.two") == ["submitted", "cancelled"])
            #expect(try await tasks.record("export.one")?.state == .running)
            try step(100, tasks)
            try await tasks.waitForHistory("completed")
            #expect(!tasks.said().contains { $0.hasPrefix("launched export.two") } && app.isRunning)
        }
    }

    @Test("One that runs, and was asked for again, is stopped with what waits behind it") func stoppingBoth()
        async throws
    {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            try tasks.tell("export.one", "steps")
            try step(10, tasks)
            let app = try await tasks.start(["export.one:queue", "begun:export.one", "export.one:queue", "stay"])
            try await wait(for: 0.1, tasks)
            _ = try await tasks.world.wait {
                try await tasks.records().contains { $0.state == .waiting } ? true : nil
            }
            _ = try await tasks.world.call(TasksInterface.Stop(bundleID: TaskWorld.bundleID, identifier: "export.one"))
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().contains("expired export.one at 10"))
            #expect(try await tasks.history().contains("cancelled"))
            #expect(try await tasks.records() == [] && app.isRunning)
        }
    }

    @Test("They go on while the service is started anew, those that wait, too") func restarting() async throws {
        try await with { tasks, _ in
            try await tasks.world.restart()
            #expect(try await tasks.records().map(\.task.identifier).sorted() == ["export.one", "export.two"])
            try step(100, tasks)
            try await tasks.waitForHistory("completed", count: 2)
        }
    }

    @Test("Those that wait when the power goes go with their app, which is blamed for nothing") func powerLost()
        async throws
    {
        try await with { tasks, app in
            try await tasks.world.stop()
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
            // Between two of them: one has ended, and the next has not begun.
            try await tasks.world.execute("DELETE FROM taskRun")
            try await tasks.world.start()
            try await tasks.waitForHistory("launched", count: 2)
            tasks.world.clock.advance(by: 6)
            _ = try await tasks.world.wait { try await tasks.records().isEmpty ? true : nil }
            #expect(try await tasks.history("export.two").last == "closed")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("launched", count: 3)
        }
    }

    @Test("They go with their app, those that wait, too") func appEnded() async throws {
        try await with { tasks, app in
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
            _ = try await tasks.world.wait { try await tasks.records().isEmpty ? true : nil }
            #expect(try await tasks.history("export.one").last == "closed")
            // It may have had its turn before its app was known to be gone.
            #expect(["cancelled", "closed"].contains(try await tasks.history("export.two").last))
            #expect(try await tasks.history("export.two").count { $0 == "launched" } <= 1)
        }
    }

    @Test("One is done by the process that has asked for it, whatever others of its app there are") func ownProcess()
        async throws
    {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            // It has no handler for that.
            let other = try await tasks.start(["careless", "pending", "stay"])
            _ = try await tasks.world.wait { tasks.said().isEmpty ? nil : true }
            _ = try await tasks.start(["export.one:queue", "stay"])
            try await tasks.waitForHistory("completed")
            #expect(tasks.said().contains("launched export.one BGContinuedProcessingTask"), "\(tasks.said())")
            #expect(other.isRunning)
        }
    }
}
