// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A service that cannot start tells every client why: tools and apps.
@Suite(.timeLimit(.minutes(2)))
struct ServiceStartFailureTests {
    /// Runs a tool and an app that both start the service, and expects these words of both.
    private func expect(_ causes: [String], in world: World) async throws {
        for repeats in 0..<2 {
            let tool = try await world.ba("apps")
            // A stream, whose call is not made again.
            let logs = try await world.ba("logs")
            #expect(tool.status != 0 && logs.status != 0)
            let app = try await ProgramRun.run(
                "FixtureGame", ["get", "Extra"], environment: world.environment, directory: world.folder.path)
            for text in [tool.errors, logs.errors, app.output + app.errors] {
                for cause in causes { #expect(text.contains(cause), "\(repeats): \(text)") }
                #expect(!text.contains("does not answer"), "\(repeats): \(text)")
            }
        }
    }

    @Test("a database of a newer version is named") func aNewerDatabase() async throws {
        try await World.with { world in
            try await expectSuccess(world.ba("apps"))
            try await expectSuccess(world.ba("service", "stop"))
            let database = world.folder.path("s/service.sqlite")
            let insertion = """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                db.execute("INSERT INTO grdb_migrations VALUES ('999-from-the-future')")
                db.commit()
                """
            try await expectSuccess(ProgramRun.run("/usr/bin/python3", ["-c", insertion, database]))
            try await expect([database, "newer backgroundassetsd", "run that version"], in: world)
            #expect(world.serviceLog.contains("newer backgroundassetsd"))
        }
    }

    @Test("a database that is none is named, and left as it is") func garbage() async throws {
        try await World.with { world in
            let garbage = [UInt8](repeating: 0x5a, count: 16_384)
            try FileManager.default.createDirectory(
                atPath: world.folder.path("s"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let database = try world.folder.write(garbage, to: "s/service.sqlite")
            try await expect([database, "not a database"], in: world)
            #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == Data(garbage))
            // What is mended works without further ado.
            try FileManager.default.removeItem(atPath: database)
            try await expectSuccess(world.ba("apps"))
        }
    }

    @Test("a root that is no absolute path is refused by all, and nothing is made") func aRelativeRoot() async throws {
        try await World.with { world in
            world.additions["BACKGROUND_ASSETS_ROOT"] = "state"
            try await expect(["BACKGROUND_ASSETS_ROOT is \"state\"", "absolute path"], in: world)
            let service = try await ProgramRun.run(
                "backgroundassetsd", ["--foreground"], environment: world.environment, directory: world.folder.path)
            #expect(service.status != 0)
            #expect(service.errors.contains("BACKGROUND_ASSETS_ROOT is \"state\""), "\(service.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).isEmpty)
            world.additions["BACKGROUND_ASSETS_ROOT"] = nil
        }
    }
}
