// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// The service is killed while apps wait for their background tasks, or do them.
@Suite(.timeLimit(.minutes(2))) struct KilledTaskTests {
    /// - `seconds`: after which what the app asks for may begin.
    private func with(after seconds: Double = 3600, _ body: (BackgroundApp) async throws -> Void) async throws {
        let keys = """
            <key>BGTaskSchedulerPermittedIdentifiers</key>
            <array><string>refresh</string><string>second</string><string>export.*</string>
            \((0...10).map { "<string>work-\($0)</string>" }.joined())</array>
            <key>UIBackgroundModes</key><array><string>fetch</string><string>processing</string></array>
            """
        try await BackgroundApp.with(program: "FixtureTasks", keys: keys) { app in
            try app.world.folder.write("\(Date().timeIntervalSince1970 + seconds)", to: "begin")
            try await expectSuccess(
                app.world.ba("launch", BackgroundApp.bundleID, "--", "refresh:refresh", "work-1:processing"))
            try await body(app)
        }
    }

    private func states(_ app: BackgroundApp) async throws -> [String: String] {
        let tasks = try await app.list("tasks", BackgroundApp.bundleID)
        return Dictionary(
            uniqueKeysWithValues: tasks.compactMap { task in
                guard let name = (task["task"] as? [String: Any])?["identifier"] as? String else { return nil }
                return (name, task["state"] as? String ?? "")
            })
    }

    private func events(_ app: BackgroundApp, _ identifier: String) async throws -> [String] {
        try await app.list("task", "history", BackgroundApp.bundleID)
            .filter { $0["identifier"] as? String == identifier }.compactMap { $0["event"] as? String }
    }

    @Test("D2: no request is lost, and each is launched when its time has come") func waiting() async throws {
        try await with { app in
            try await app.world.killService()
            #expect(try await states(app) == ["refresh": "waiting", "work-1": "waiting"])
            #expect(app.said() == ["submitted refresh", "submitted work-1"])
            try await expectSuccess(app.world.ba("service", "advance", "61m"))
            try await eventually { try await events(app, "refresh").last == "completed" }
            try await eventually { try await events(app, "work-1").last == "completed" }
            #expect(app.said().count { $0.hasPrefix("launched") } == 2)
            #expect(try await states(app).isEmpty)
        }
    }

    @Test("D2: what runs goes on, and is told to end by the service that comes after") func running() async throws {
        try await with { app in
            try app.world.folder.write("late", to: "do-work-1")
            try await expectSuccess(app.world.ba("service", "advance", "61m"))
            try await eventually { app.said().contains { $0.hasPrefix("launched work-1") } }
            let process = try #require(try app.world.processes(of: "FixtureTasks").first)
            try await app.world.killService()
            #expect(try await states(app)["work-1"] == "running")
            #expect(try app.world.processes(of: "FixtureTasks") == [process])
            try await expectSuccess(app.world.ba("task", "expire", BackgroundApp.bundleID, "work-1"))
            try await eventually { try await events(app, "work-1").last == "failed" }
            #expect(app.said().contains("expired work-1, and forgotten"), "\(app.said())")
            #expect(app.said().count { $0.hasPrefix("launched work-1") } == 1)
        }
    }

    @Test("D2: an app that prints while no service is there ends well, and what it has printed is in the log")
    func printing() async throws {
        try await with { app in
            try app.world.folder.write("prints", to: "do-work-1")
            try await expectSuccess(app.world.ba("service", "advance", "61m"))
            try await eventually { try await events(app, "work-1").last == "takenUp" }
            try await app.world.killService()
            try app.world.folder.write("", to: "print")
            try await eventually { app.said().contains("printed work-1") }
            try await eventually { try await events(app, "work-1").last == "completed" }
            try await eventually { try await app.world.ba("logs").output.contains("printed work-1") }
            // Line by line, though it is no terminal.
            #expect(try await app.world.ba("logs").output.contains("printed by print"))
        }
    }

    @Test("D2: what an app did when the power went begins again, and is held against nobody") func gone() async throws {
        try await with { app in
            try app.world.folder.write("silent", to: "do-work-1")
            try await expectSuccess(app.world.ba("service", "advance", "61m"))
            try await eventually { try await events(app, "work-1").last == "takenUp" }
            try await app.world.killService()
            // As with the power.
            for process in try app.world.processes(of: "FixtureTasks") { kill(process, SIGKILL) }
            try app.world.folder.write("complete", to: "do-work-1")
            // The clock of a service ends with it.
            try await expectSuccess(app.world.ba("service", "advance", "61m"))
            try await eventually { try await events(app, "work-1").last == "completed" }
            #expect(
                try await events(app, "work-1") == [
                    "submitted", "launched", "takenUp", "interrupted", "launched", "takenUp", "completed",
                ])
        }
    }

    @Test("D2: an app that was being started does what it was started for, and ends with it") func starting()
        async throws
    {
        // The clock of a service ends with it, and this is due in the next one as well.
        try await with(after: 2) { app in
            try app.world.folder.write("", to: "slow")
            try await eventually { try !app.world.processes(of: "FixtureTasks").isEmpty }
            let processes = try app.world.processes(of: "FixtureTasks")
            try await app.world.killService()
            // Whether it was on record or not.
            try FileManager.default.removeItem(atPath: app.world.folder.path("slow"))
            try await eventually { try await events(app, "work-1").last == "completed" }
            #expect(app.said().count { $0.hasPrefix("launched work-1") } == 1)
            #expect(try app.world.processes(of: "FixtureTasks").allSatisfy(processes.contains))
            try await eventually { try app.world.processes(of: "FixtureTasks").isEmpty }
        }
    }

    @Test("D1: an app that has done its tasks, and does not end, is ended by the service that comes after")
    func stubborn()
        async throws
    {
        try await with { app in
            try app.world.folder.write("stubborn", to: "do-work-1")
            try await expectSuccess(app.world.ba("service", "advance", "61m"))
            try await eventually { try await events(app, "work-1").last == "completed" }
            try await eventually { try await events(app, "refresh").last == "completed" }
            try await app.world.killService()
            #expect(try app.world.processes(of: "FixtureTasks").count == 1)
            #expect(try await states(app).isEmpty)
            try await eventually { try app.world.processes(of: "FixtureTasks").isEmpty }
        }
    }
}
