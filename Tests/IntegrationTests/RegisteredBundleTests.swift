// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Bundles that are used where they lie, as in development.
@Suite(.timeLimit(.minutes(5)))
struct RegisteredBundleTests {
    private func with(_ body: (World) async throws -> Void) async throws {
        try await World.with { world in
            try await world.pack("Level", files: ["level.txt": Array("level".utf8)])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("register", "Game.app"))
            try await body(world)
        }
    }

    /// Runs the executable itself: only its device and inode tell whose it is.
    private func direct(_ path: String, _ world: World) async throws -> String {
        let run = try await ProgramRun.run(
            world.folder.path(path + "/FixtureGame"), ["get", "Level"], environment: world.environment)
        return run.output + run.errors
    }

    @Test func aBundleThatWasBuiltAgainIsTakenAsItIsNow() async throws {
        try await with { world in
            #expect(try await direct("Game.app", world) == "got Level 1 true\n")
            let executable = world.folder.path("Game.app/FixtureGame")
            try FileManager.default.moveItem(atPath: executable, toPath: executable + ".old")
            try FileManager.default.copyItem(atPath: executable + ".old", toPath: executable)
            try await expectSuccess(world.ba("register", "Game.app"))
            #expect(try await direct("Game.app", world) == "got Level 1 true\n")
        }
    }

    @Test func aBundleThatWasMovedIsTakenFromThere() async throws {
        try await with { world in
            try FileManager.default.moveItem(
                atPath: world.folder.path("Game.app"), toPath: world.folder.path("Moved.app"))
            #expect(try await world.ba("launch", World.bundleID).status != 0)
            try await expectSuccess(world.ba("register", "Moved.app"))
            #expect(try await world.game("get", "Level") == ["got Level 1 true"])
        }
    }

    @Test func aCopyOfARegisteredVersionIsRefusedWithTheWayOut() async throws {
        try await with { world in
            let run = try await world.ba("install", "Game.app")
            #expect(run.status != 0 && run.errors.contains("is registered already, and used where it lies"), "\(run)")
            #expect(run.errors.contains("`ba uninstall --keep-data \(World.bundleID)`"), "\(run)")
            try await expectSuccess(world.ba("uninstall", "--keep-data", World.bundleID))
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(world.names(in: "s/apps/\(World.bundleID)") == ["1.0-1"])
        }
    }

    @Test func aBundleThatIsGoneHidesNoOther() async throws {
        try await with { world in
            try await expectSuccess(world.get("Level"))
            try FileManager.default.removeItem(atPath: world.folder.path("Game.app"))
            #expect(try await expectSuccess(world.ba("packs")).output.contains("Level"))
            #expect(try await expectSuccess(world.ba("apps")).output.contains(World.bundleID))
            #expect(try await expectSuccess(world.ba("explain", "Level")).output.contains("Level of \(World.bundleID)"))
            let told = try await expectSuccess(world.ba("explain", World.bundleID))
            #expect(told.output.contains("its bundle is in its place again"), "\(told.output)")
        }
    }

    @Test func aBundleThatIsGoneCanBeInstalled() async throws {
        try await with { world in
            try FileManager.default.removeItem(atPath: world.folder.path("Game.app"))
            try await world.makeApp()
            try FileManager.default.moveItem(
                atPath: world.folder.path("Game.app"), toPath: world.folder.path("Elsewhere.app"))
            try await expectSuccess(world.ba("install", "Elsewhere.app"))
            #expect(try await world.game("get", "Level") == ["got Level 1 true"])
        }
    }

    @Test("A bundle whose version is installed as a copy is not registered in silence, and the way out is told")
    func aCopyIsInUse() async throws {
        try await with { world in
            try await expectSuccess(world.ba("uninstall", "--keep-data", World.bundleID))
            try await expectSuccess(world.ba("install", "Game.app"))
            let run = try await world.ba("register", "Game.app")
            #expect(run.status != 0)
            let way = "ba uninstall --keep-data \(World.bundleID)"
            for cause in ["1.0 (1)", "is installed as a copy", way] {
                #expect(run.errors.contains(cause), "\(run.errors)")
            }
            #expect(try await world.game("get", "Level") == ["got Level 1 true"])
            try await expectSuccess(world.ba("uninstall", "--keep-data", World.bundleID))
            try await expectSuccess(world.ba("register", "Game.app"))
            #expect(try await direct("Game.app", world) == "got Level 1 true\n")
        }
    }

    @Test("The doctor, asked about nothing in particular, names an app whose bundle is gone") func aGoneBundle()
        async throws
    {
        try await with { world in
            try await expectSuccess(world.ba("doctor"))
            try FileManager.default.removeItem(atPath: world.folder.path("Game.app"))
            let doctor = try await world.ba("doctor")
            #expect(doctor.status == 78)
            #expect(doctor.output.contains(World.bundleID), "\(doctor.output)")
            #expect(doctor.output.contains("Game.app"), "\(doctor.output)")
        }
    }

    @Test("The doctor names files that two packs hold") func collisions() async throws {
        try await with { world in
            for id in ["First", "Second"] { try await world.pack(id, files: ["shared.txt": Array(id.utf8)]) }
            _ = try await world.wait("the server to notice") {
                try await world.get("First").status == 0 ? try await world.get("Second").status == 0 ? 1 : nil : nil
            }
            let doctor = try await world.ba("doctor", World.bundleID)
            #expect(
                doctor.output.contains("the packs First and Second both hold shared.txt"), "\(doctor.output)")
        }
    }
}
