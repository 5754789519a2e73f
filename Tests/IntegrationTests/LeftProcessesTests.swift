// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

/// What becomes of processes that nobody looks after just then.
@Suite(.timeLimit(.minutes(3))) struct LeftProcessesTests {
    @Test("What an app has started that a person has opened is theirs, and stays when they close it") func opened()
        async throws
    {
        try await BackgroundApp.with(program: "FixtureNotifications") { app in
            let world = app.world
            try await expectSuccess(world.ba("launch", BackgroundApp.bundleID, "--", "now:photo"))
            try world.folder.write("", to: "leave")
            try await expectSuccess(world.ba("notification", "open", BackgroundApp.bundleID, "photo"))
            try await eventually { app.said().contains { $0.hasPrefix("default photo") } }
            try await eventually { FileStatus(path: world.folder.path("left")) != nil }
            let text = try String(contentsOfFile: world.folder.path("left"), encoding: .utf8)
            let left = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            defer { kill(left, SIGKILL) }
            let process = try #require(try world.processes(of: "FixtureNotifications").first)
            // They close it.
            kill(process, SIGTERM)
            try await eventually { kill(process, 0) != 0 }
            // What follows upon its end has been done by then.
            try FileManager.default.removeItem(atPath: world.folder.path("leave"))
            try await expectSuccess(world.ba("launch", BackgroundApp.bundleID, "--", "now:photo"))
            let stat = try String(contentsOfFile: "/proc/\(left)/stat", encoding: .utf8)
            #expect(stat.contains(") S"), "\(stat)")
        }
    }

    @Test(
        "D1: what an app in the background has started ends with it, also when that was when its service was gone",
        arguments: [true, false])
    func unattended(_ goesFirst: Bool) async throws {
        try await BackgroundApp.with(program: "FixtureTasks", keys: Self.keys) { app in
            let world = app.world
            try world.folder.write("silent", to: "do-work-1")
            try world.folder.write("", to: "leave")
            try await expectSuccess(world.ba("launch", BackgroundApp.bundleID, "--", "work-1:processing"))
            func event() async throws -> String? {
                try await app.list("task", "history", BackgroundApp.bundleID).last?["event"] as? String
            }
            try await eventually { try await event() == "takenUp" }
            let process = try #require(try world.processes(of: "FixtureTasks").first)
            let text = try String(contentsOfFile: world.folder.path("left"), encoding: .utf8)
            let left = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            try await world.killService()
            if goesFirst { kill(process, SIGKILL) }
            // The next service takes up what there is.
            _ = try await event()
            kill(process, SIGKILL)
            try await eventually {
                let stat = (try? String(contentsOfFile: "/proc/\(left)/stat", encoding: .utf8)) ?? ""
                return stat.isEmpty || stat.contains(") Z")
            }
        }
    }

    private static let keys = """
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>work-1</string></array>
        <key>UIBackgroundModes</key><array><string>processing</string></array>
        """

    /// As package managers do: written beside, and renamed over.
    private func placeService(in world: World) throws {
        let executable = world.serviceExecutable
        try FileManager.default.createDirectory(
            atPath: world.folder.path("bin"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: ProgramRun.programs + "/backgroundassetsd", toPath: executable + ".new")
        try #require(rename(executable + ".new", executable) == 0)
    }

    @Test("D1: an app in the background goes on when its service executes a newer version, whatever ends then")
    func replaced() async throws {
        try await BackgroundApp.with(
            program: "FixtureTasks", keys: Self.keys,
            prepare: { world in
                world.serviceExecutable = world.folder.path("bin/backgroundassetsd")
                try placeService(in: world)
            },
            { app in
                var world = app.world
                try world.folder.write("silent", to: "do-work-1")
                try await expectSuccess(world.ba("launch", BackgroundApp.bundleID, "--", "work-1:processing"))
                func history() async throws -> [[String: Any]] {
                    try await app.list("task", "history", BackgroundApp.bundleID)
                }
                func event() async throws -> String? { try await history().last?["event"] as? String }
                try await eventually { try await event() == "takenUp" }
                let process = try #require(try world.processes(of: "FixtureTasks").first)
                try placeService(in: world)
                try await eventually { world.serviceLog.components(separatedBy: " started ").count == 3 }
                // An extension is started, and ends.
                try await world.pack(
                    "Tutorial", policy: #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#,
                    files: ["file": [1]])
                try await world.serve()
                try await world.makeApp(extensionInPython: "import os\nos._exit(3)")
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                #expect(run.errors.contains("exited with status 3"), "\(run.errors)")
                #expect(try world.processes(of: "FixtureTasks") == [process])
                #expect(try await event() == "takenUp")
                kill(process, SIGKILL)
                try await eventually { try await event() == "processEnded" }
                // It is the service's child still, which hears how it has ended.
                let detail = try await history().last?["detail"] as? String
                #expect(detail?.contains("signal 9") == true, "\(detail ?? "")")
                world.stopServer()
            })
    }
}
