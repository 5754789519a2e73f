// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// An extension that fails never keeps its app from being launched, and what it did is told.
@Suite(.timeLimit(.minutes(5)))
struct ExtensionFailureTests {
    private let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#

    /// - `setting`: by default a run time that no test waits for, so that what ends the installation is the failure.
    private func install(
        failing packID: String, setting: (String, String) = ("extension-run-time", "3600")
    ) async throws -> (String, String) {
        var result = ("", "")
        let policy = essential
        try await World.with { world in
            try await world.pack(packID, policy: policy, files: ["file": [1]])
            try await world.serve()
            try await expectSuccess(world.ba("settings", setting.0, setting.1))
            try await world.makeApp()
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(
                try await world.game("read", "file").first?.contains("No asset pack on this device has the file")
                    == true)
            #expect(try await world.childProcesses().isEmpty)
            try await world.expectNothingLeft()
            result = (run.output + run.errors, world.serviceLog)
        }
        return result
    }

    @Test("B7: a crash makes the app launchable at once") func aCrashMakesTheAppLaunchableAtOnce() async throws {
        let (output, log) = try await install(failing: "Crash")
        #expect(output.contains("crashed (signal 6)"), "\(output)")
        #expect(log.contains("crashed (signal 6)"))
    }

    @Test("B7: an exit before the answer makes the app launchable") func anExitBeforeTheAnswerMakesTheAppLaunchable()
        async throws
    {
        let (output, _) = try await install(failing: "Exit")
        #expect(output.contains("exited with status 3"), "\(output)")
    }

    @Test("B7: a hang makes the app launchable when its run time is used up")
    func aHangMakesTheAppLaunchableWhenItsRunTimeIsUsedUp() async throws {
        let (output, _) = try await install(failing: "Hang", setting: ("extension-run-time", "1"))
        #expect(output.contains("had not returned when its run time of 1 s was used up"), "\(output)")
    }

    @Test("B10: memory over the limit ends it and is called a memory exception")
    func memoryOverTheLimitEndsItAndIsCalledAMemoryException() async throws {
        let (output, _) = try await install(failing: "Memory")
        #expect(output.contains("memory exception"), "\(output)")
    }

    @Test("B7: what an extension leaves behind neither outlives it nor holds the installation up")
    func whatItLeavesBehind() async throws {
        try await World.with { world in
            try await world.pack("Tutorial", policy: essential, files: ["file": [1]])
            try await world.serve()
            try await world.makeApp()
            // Two in sessions of their own, of which one floods the log, and the child of one that is gone.
            let name = "Game.app/Extensions/FixtureDownloader.appex/FixtureDownloader"
            let marker = "7\(getpid())\(UInt16.random(in: 0...9999))"
            try FileManager.default.removeItem(atPath: world.folder.path(name))
            try world.folder.write(
                """
                #!/usr/bin/python3
                import os, time
                def leave(body, inSession):
                    if os.fork() == 0:
                        if inSession: os.setsid()
                        elif os.fork() != 0: os._exit(0)
                        body()
                def flood():
                    while True: print("\(marker)", flush=True)
                leave(lambda: time.sleep(3600), True)
                leave(flood, True)
                leave(lambda: time.sleep(3600), False)
                os._exit(3)

                """, to: name)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: world.folder.path(name))
            let run = try expectSuccess(try await world.ba("install", "Game.app"))
            #expect(run.errors.contains("exited with status 3"), "\(run.errors)")
            // A thousand, and the last ones.
            #expect(world.serviceLog.split(separator: "\n").count { $0.contains(marker) } <= 1020)
            let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.filter {
                FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
                    .map { String(decoding: $0, as: UTF8.self) }
                    .map { $0.contains(world.folder.path) && $0.contains("FixtureDownloader") } ?? false
            }
            #expect(left == [])
        }
    }
}
