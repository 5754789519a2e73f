// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

@testable import AssetService

/// Apps that were suspended, as programs of their own, and what they are woken for.
@Suite("D2: Suspended apps", .timeLimit(.minutes(2))) struct SuspendedAppTests {
    private func suspend(_ app: TestProcess, _ tasks: TaskWorld) async throws {
        kill(app.processIdentifier, SIGSTOP)
        try await waitUntilSuspended(app, tasks)
    }

    private func waitUntilSuspended(_ app: TestProcess, _ tasks: TaskWorld) async throws {
        _ = try await tasks.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
    }

    /// - `body`: gets an app that has asked for a refresh in a hundred seconds, and was suspended.
    private func withSuspended(_ body: (TaskWorld, TestProcess) async throws -> Void) async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            try tasks.world.folder.write("\(tasks.world.clock.now + 100)", to: "begin")
            let app = try await tasks.start(["refresh:refresh", "stay"])
            try await tasks.waitForWord("submitted refresh")
            try await suspend(app, tasks)
            try await body(tasks, app)
        }
    }

    @Test("One is resumed for its task, not started again, and suspended when that is done") func task() async throws {
        try await withSuspended { tasks, app in
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed")
            try await waitUntilSuspended(app, tasks)
            #expect(tasks.said() == ["submitted refresh", "launched refresh BGAppRefreshTask"])
            #expect(try tasks.processes() == [app.processIdentifier])
        }
    }

    @Test("One that a person opens goes on, in front, and is not started again") func opened() async throws {
        try await withSuspended { tasks, app in
            _ = try await tasks.world.call(AppsInterface.SetState(bundleID: TaskWorld.bundleID, state: .background))
            let reply = try await tasks.world.call(AppsInterface.Launch(bundleID: TaskWorld.bundleID))
            #expect(reply.processID == app.processIdentifier)
            #expect(!ForegroundProcesses().isSuspended(app.processIdentifier))
            // It does its task as any other that is in front, and is not suspended afterwards.
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed")
            #expect(!ForegroundProcesses().isSuspended(app.processIdentifier))
            // One that runs is there, and another one is made.
            #expect(try await tasks.world.call(AppsInterface.Launch(bundleID: TaskWorld.bundleID)).processID == nil)
        }
    }

    @Test("One is resumed, and not started again, by a service that was started meanwhile") func restarting()
        async throws
    {
        try await withSuspended { tasks, app in
            try await tasks.world.restart()
            // It is there for longer than apps that run have to come back to it.
            #expect(try await tasks.record("refresh")?.state == .waiting)
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["submitted refresh", "launched refresh BGAppRefreshTask"])
            #expect(try tasks.processes() == [app.processIdentifier])
        }
    }

    @Test(
        "What an app has started, and a person has stopped, is not the app: that is started, and theirs stays as it is")
    func stoppedByPerson() async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            try tasks.world.folder.write("\(tasks.world.clock.now + 100)", to: "begin")
            try await tasks.open("refresh:refresh")
            let launch = try await tasks.world.call(AppsInterface.Launch(bundleID: TaskWorld.bundleID))
            let editor = TestProcess()
            editor.executableURL = URL(fileURLWithPath: "/bin/sleep")
            editor.arguments = ["1000"]
            editor.environment = launch.environment
            editor.currentDirectoryURL = URL(fileURLWithPath: launch.directory)
            try editor.run()
            defer { kill(editor.processIdentifier, SIGKILL) }
            try await suspend(editor, tasks)
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed")
            #expect(editor.isRunning && ForegroundProcesses().isSuspended(editor.processIdentifier))
        }
    }

    @Test("One that does its task while the service is started anew is suspended again")
    func restartedMeanwhile() async throws {
        try await withSuspended { tasks, app in
            try tasks.tell("refresh", "late")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitUntilBegun("refresh")
            try await tasks.world.restart()
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("failed")
            try await waitUntilSuspended(app, tasks)
            #expect(try tasks.processes() == [app.processIdentifier])
        }
    }

    @Test("One that does not end its task is ended, as another") func overrunning() async throws {
        try await withSuspended { tasks, app in
            try tasks.tell("refresh", "hang")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitUntilBegun("refresh")
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForWord("expired refresh")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            _ = try await tasks.world.wait {
                app.isRunning ? nil : true
            }
        }
    }

    @Test("One is resumed when all of its session has ended, and hears of it when its handler has been called")
    func session() async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureSessions") { tasks in
            try tasks.world.folder.write("", to: "said")
            tasks.world.server.serve("/weather", Array("a storm".utf8), faults: [.stall(after: 2)])
            let app = try await tasks.start(["stay \(tasks.world.server.url("/weather"))"])
            await tasks.world.server.wait { $0.stalledCount == 1 }
            try await suspend(app, tasks)
            tasks.world.server.release()
            try await tasks.waitForHistory("completed")
            try await waitUntilSuspended(app, tasks)
            let said = tasks.said()
            #expect(said.contains("downloaded a storm"), "\(said)")
            let handler = try #require(said.firstIndex(of: "woken for isStormy"))
            #expect(try #require(said.firstIndex(of: "finished events of isStormy")) > handler, "\(said)")
            #expect(try tasks.processes() == [app.processIdentifier])
        }
    }

    @Test("One that is resumed for a task, and that a person has in front then, is not suspended again") func lifted()
        async throws
    {
        try await withSuspended { tasks, app in
            try tasks.tell("refresh", "late")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitUntilBegun("refresh")
            _ = try await tasks.world.call(AppsInterface.SetState(bundleID: TaskWorld.bundleID, state: .foreground))
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("failed")
            // One more is done by it, and it goes on after that, too.
            try tasks.tell("work-1", "complete")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed")
            #expect(!ForegroundProcesses().isSuspended(app.processIdentifier))
            #expect(try tasks.processes() == [app.processIdentifier])
        }
    }
}
