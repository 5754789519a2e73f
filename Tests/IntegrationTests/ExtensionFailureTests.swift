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

    private func install(failing packID: String, setting: (String, String)? = nil) async throws -> (String, String) {
        var result = ("", "")
        let policy = essential
        try await World.with { world in
            try await world.pack(packID, policy: policy, files: ["file": [1]])
            try await world.serve()
            if let setting { try await expectSuccess(world.ba("settings", setting.0, setting.1)) }
            try await world.makeApp()
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(
                try await world.game("read", "file").first?.contains("No asset pack on this device has the file")
                    == true)
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
        #expect(output.contains("had not returned after its run time of 1 s"), "\(output)")
    }

    @Test("B10: memory over the limit ends it and is called a memory exception")
    func memoryOverTheLimitEndsItAndIsCalledAMemoryException() async throws {
        let (output, _) = try await install(failing: "Memory")
        #expect(output.contains("memory exception"), "\(output)")
    }
}
