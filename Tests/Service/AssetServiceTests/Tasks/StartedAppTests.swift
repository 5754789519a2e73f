// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// The processes of apps that are started in the background: which they are, also when the service is another one.
@Suite("D1: Processes of apps", .timeLimit(.minutes(2))) struct StartedAppTests {
    /// - `body`: gets an app whose program is a script, which starts what is at the path with `.real` behind it.
    private func withScript(_ body: (TaskWorld, String) async throws -> Void) async throws {
        try await TaskWorld.with { tasks in
            let path = tasks.world.folder.path("Game.app/Game")
            try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
            try tasks.world.folder.write("#!/bin/sh\n\"\(path).real\" \"$@\"\ntrue\n", to: "Game.app/Game")
            chmod(path, 0o755)
            try await body(tasks, path)
        }
    }

    @Test("An app that a script starts does its tasks, and ends with it") func script() async throws {
        try await withScript { tasks, path in
            try await tasks.submit("refresh")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed", count: 2)
            #expect(try await tasks.history("refresh") == ["submitted", "launched", "takenUp", "completed"])
            #expect(tasks.said().filter { $0.hasPrefix("started") } == ["started in the background"], "\(tasks.said())")
            _ = try await tasks.world.wait { try tasks.processes().isEmpty && real(path).isEmpty ? true : nil }
        }
    }

    @Test("What a script has started is told to end, and is ended with it") func hangingScript() async throws {
        try await withScript { tasks, path in
            try tasks.tell("refresh", "hang")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("takenUp")
            // It is awake, and has one more.
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed")
            #expect(tasks.said().filter { $0.hasPrefix("started") }.count == 1, "\(tasks.said())")
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForWord("expiring refresh timeUsedUp")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            _ = try await tasks.world.wait { try tasks.processes().isEmpty && real(path).isEmpty ? true : nil }
        }
    }

    @Test(
        "What a script has started is a person's when they have it in front, and is resumed and suspended as an app is")
    func liftedScript() async throws {
        try await withScript { tasks, path in
            try tasks.tell("refresh", "hang")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("takenUp")
            _ = try await tasks.world.call(AppsInterface.SetState(bundleID: TaskWorld.bundleID, state: .foreground))
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("expiring")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            let processes = try real(path)
            let process = try #require(processes.first)
            kill(process, SIGSTOP)
            _ = try await tasks.world.wait { ForegroundProcesses().isSuspended(process) ? true : nil }
            // When it is left alone no longer.
            try await tasks.submit("work-1", .processing)
            tasks.world.clock.advance(by: 86_401)
            try await tasks.waitForHistory("completed")
            _ = try await tasks.world.wait { ForegroundProcesses().isSuspended(process) ? true : nil }
            #expect(try real(path) == processes)
            kill(process, SIGKILL)
        }
    }

    /// Processes of what the script starts.
    private func real(_ path: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
            let line = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            return line.split(separator: "\0").contains { $0 == path + ".real" }
        }
    }

    @Test("An app that had done its tasks, and was being ended when the service was, is ended by the next one")
    func stubborn() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "stubborn")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            try await tasks.waitForWord("told to end")
            try await tasks.world.restart()
            _ = try await tasks.records()
            #expect(try tasks.processes().count == 1)
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForNoProcess()
        }
    }

    @Test("What an app begins as it is opened goes on when the service is another one, and is not begun twice")
    func openedApp() async throws {
        try await TaskWorld.with { tasks in
            _ = try await tasks.world.call(AppsInterface.Quit(bundleID: TaskWorld.bundleID))
            try tasks.tell("refresh", "hang")
            try await tasks.submit("refresh")
            let app = try await tasks.start([])
            try await tasks.waitForHistory("takenUp")
            try await tasks.world.restart()
            #expect(try await tasks.record("refresh")?.state == .running)
            // It is told to end by the service that there is now.
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForWord("expiring refresh timeUsedUp")
            #expect(try await tasks.history("refresh") == ["submitted", "launched", "takenUp", "expiring"])
            #expect(tasks.said().filter { $0 == "launched refresh" }.count == 1)
            #expect(app.isRunning)
        }
    }

    @Test("What makes way begins again in the app that is opened, though it has asked for the next one already")
    func again() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "again")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("submitted", count: 2)
            try tasks.tell("refresh", "complete")
            _ = try await tasks.startProgram()
            try await tasks.waitForHistory("completed")
            #expect(
                try await tasks.history("refresh") == [
                    "submitted", "launched", "takenUp", "submitted", "madeWay", "launched", "takenUp", "completed",
                ])
            let next = try #require(try await tasks.record("refresh"))
            #expect(next.state == .waiting && next.task.earliestBegin == 4e9)
        }
    }

    @Test("The same over a restart, before it has begun again; and who takes it back takes all back") func againLater()
        async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "again")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("submitted", count: 2)
            _ = try await tasks.world.call(AppsInterface.Quit(bundleID: TaskWorld.bundleID))
            try await tasks.waitForHistory("quit")
            try await tasks.world.restart()
            let records = try await tasks.records()
            #expect(records.map(\.state) == [.waiting, .waiting], "\(records)")
            #expect(Set(records.map(\.task.earliestBegin)) == [nil, 4e9])
            let app = try await tasks.app()
            defer { app.close() }
            // An app has asked for one.
            #expect(
                try await ServiceWorld.call(TasksInterface.Pending(), on: app).tasks.map(\.earliestBegin) == [4e9])
            _ = try await ServiceWorld.call(TasksInterface.Cancel(identifier: "refresh"), on: app)
            #expect(try await tasks.records() == [])
            try await tasks.world.restart()
            #expect(try await tasks.records() == [])
        }
    }
}
