// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// The units that are installed, under a real systemd of a user.
@Suite(
    "The units of the service", .timeLimit(.minutes(3)),
    .enabled(if: TestUserManager.isPossible, "these tests run a systemd of their own: run them as root, as CI does"))
struct UserUnitsTests {
    private static let service = "backgroundassetsd.service"
    private static let packaging =
        URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        + "/packaging/systemd/"

    /// A user who has them.
    private struct User {
        let folder: TemporaryFolder
        let manager: TestUserManager

        func ba(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun.run(
                "ba", arguments, environment: manager.environment.merging(["HOME": folder.path]) { $1 })
        }

        /// The process of the service; nil while none runs.
        func process() async throws -> pid_t? {
            pid_t(try await manager.shown(UserUnitsTests.service, "MainPID")).flatMap { $0 == 0 ? nil : $0 }
        }

        func state(_ unit: String) async throws -> String { try await manager.shown(unit, "ActiveState") }
    }

    /// - `hurrying`: whether the timer elapses a second after the user's systemd has begun.
    private func with(hurrying: Bool = false, _ body: (User) async throws -> Void) async throws {
        var units: [String: String] = [:]
        for name in ["backgroundassetsd.service", "backgroundassetsd.socket", "backgroundassetsd.timer"] {
            units[name] = try String(contentsOfFile: Self.packaging + name, encoding: .utf8).replacing(
                "@LIBEXECDIR@/background-assets/backgroundassetsd", with: ProgramRun.programs + "/backgroundassetsd")
        }
        if hurrying {
            units["backgroundassetsd.timer"] = units["backgroundassetsd.timer"]?
                .replacing("OnStartupSec=5min", with: "OnStartupSec=1s")
                .replacing("AccuracySec=5min", with: "AccuracySec=1ms")
        }
        try await TemporaryFolder.with { folder in
            try await TestUserManager.with(in: folder, units: units) { manager in
                if !hurrying { try await manager.systemctl("start", "backgroundassetsd.socket") }
                try await body(User(folder: folder, manager: manager))
            }
        }
    }

    @Test(
        "The first client has the service started by its socket, and the timer with it; who ends it can have it again")
    func socket() async throws {
        try await with { user in
            #expect(try await user.state(Self.service) == "inactive")
            try expectSuccess(try await user.ba("apps"))
            let first = try #require(try await user.process())
            let status = try expectSuccess(try await user.ba("service", "status", "--json")).output
            #expect(status.contains("socket-activated"), "\(status)")
            #expect(try await user.state("backgroundassetsd.timer") == "active")
            try expectSuccess(try await user.ba("service", "stop"))
            try await eventually { try await user.state(Self.service) == "inactive" }
            #expect(try await user.state("backgroundassetsd.socket") == "active")
            try expectSuccess(try await user.ba("apps"))
            #expect(try await user.process() != first)
        }
    }

    @Test("One that is killed comes back by itself") func killed() async throws {
        try await with { user in
            try expectSuccess(try await user.ba("apps"))
            let first = try #require(try await user.process())
            kill(first, SIGKILL)
            try await eventually { try await user.process().map { $0 != first } ?? false }
            try expectSuccess(try await user.ba("apps"))
        }
    }

    @Test("The timer has it look after what is due") func timer() async throws {
        // Within a second, and not within minutes.
        try await with(hurrying: true) { user in
            try await user.manager.systemctl("start", "backgroundassetsd.timer")
            try await eventually { try await user.process() != nil }
            #expect(try await user.state("backgroundassetsd.socket") == "active")
            let status = try expectSuccess(try await user.ba("service", "status", "--json")).output
            #expect(status.contains("socket-activated"), "\(status)")
        }
    }
}
