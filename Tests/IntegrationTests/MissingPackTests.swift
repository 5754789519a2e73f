// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Packs that an installation calls for and that could not be had, and packs that have suffered: told as long as it is so,
/// and made good.
@Suite(.timeLimit(.minutes(2)))
struct MissingPackTests {
    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
        try await World.with { world in
            let world = world
            try await FaultServer.with { server in
                try await world.use(server)
                try await world.pack("Level", policy: essential, files: ["level": Array("level".utf8)])
                try await world.publish(on: server)
                try await world.makeApp()
                try await body(world, server)
            }
        }
    }

    @Test("B7: an essential pack that a server lacks is told of until it has come, and the next check asks for it")
    func comesWithTheNextCheck() async throws {
        try await with { world, server in
            server.serve("/Level.aar", try world.bytes(of: "packs/Level.aar"), finally: .status(404))
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(run.output.contains("launchable without Level") || run.errors.contains("launchable without Level"))
            #expect((try await world.app()?["note"] as? String)?.contains("launchable without Level") == true)
            #expect(try await world.ba("explain", World.bundleID).output.contains("launchable without Level"))
            // As long as it is not there, looking for updates says so.
            let vain = try await world.ba("update", World.bundleID)
            #expect(vain.status != 0 && vain.errors.contains("answered with status 404"), "\(vain)")
            #expect(!vain.output.contains("up to date"), "\(vain)")

            server.serve("/Level.aar", try world.bytes(of: "packs/Level.aar"))
            let update = try await expectSuccess(world.ba("update", World.bundleID))
            #expect(update.output.contains("Level is now version 1"), "\(update)")
            #expect(try await world.app()?["note"] == nil)
            #expect(!(try await world.ba("explain", World.bundleID).output.contains("without Level")))
            // It is not fetched again once it has been removed.
            try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "Level"))
            #expect(
                try await expectSuccess(world.ba("update", World.bundleID)).output.contains("everything is up to date"))
            #expect(try await world.localVersion("Level") == nil)
        }
    }

    @Test("A manifest that cannot be fetched is explained until it can") func manifestFailures() async throws {
        try await with { world, server in
            try await expectSuccess(world.ba("install", "Game.app"))
            let explained = try await expectSuccess(world.ba("explain", World.bundleID))
            #expect(!explained.output.contains("manifest"), "\(explained)")
            server.serve("/manifest", [], finally: .body("<html>Log in</html>"))
            #expect(try await world.ba("update", World.bundleID).status != 0)
            let text = try await expectSuccess(world.ba("explain", World.bundleID)).output
            #expect(text.contains("the manifest of \(World.bundleID)") && text.contains("<html>Log in"), "\(text)")
            let diagnosis = try await world.ba("doctor", World.bundleID)
            #expect(
                diagnosis.status != 0 && (diagnosis.output + diagnosis.errors).contains("<html>Log in"), "\(diagnosis)")

            try await world.publish(on: server)
            try await expectSuccess(world.ba("update", World.bundleID))
            let healed = try await expectSuccess(world.ba("explain", World.bundleID))
            #expect(!healed.output.contains("the manifest of"), "\(healed)")
        }
    }

    @Test("ba doctor finds a pack of which a file is gone or cut short, and tells the way to have it back")
    func damagedPacks() async throws {
        try await with { world, _ in
            try await expectSuccess(world.ba("install", "Game.app"))
            try await expectSuccess(world.ba("doctor", World.bundleID))
            let path = world.folder.path("s/packs/\(World.bundleID)/Level/1/Contents/level")
            for removes in [true, false] {
                if removes { try FileManager.default.removeItem(atPath: path) } else { #expect(truncate(path, 2) == 0) }
                let diagnosis = try await world.ba("doctor", World.bundleID)
                let text = diagnosis.output + diagnosis.errors
                #expect(diagnosis.status != 0 && text.contains("of the pack Level level is gone or changed"), "\(text)")
                try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "Level"))
                try await expectSuccess(world.get("Level"))
                try await expectSuccess(world.ba("doctor", World.bundleID))
                #expect(try await world.game("read", "level") == ["read level 5 level"])
            }
        }
    }
}
