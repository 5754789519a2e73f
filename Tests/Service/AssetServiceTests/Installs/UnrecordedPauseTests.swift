// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import ServiceInterface
import Testing

@testable import AssetService

/// Pauses of a whole installation of which only a part can be recorded.
@Suite(.timeLimit(.minutes(2))) struct UnrecordedPauseTests {
    /// Has the service's database refuse changes of downloads of packs, or take them again.
    private func refuseChanges(_ refuses: Bool, of world: ServiceWorld) async throws {
        let program = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
            database.execute("DROP TRIGGER IF EXISTS refusal")
            if sys.argv[2] == "true":
                database.execute("CREATE TRIGGER refusal BEFORE UPDATE ON download "
                    "WHEN NEW.pausedAt IS NOT OLD.pausedAt BEGIN SELECT RAISE(ABORT, 'refused'); END")
            """
        let run = try await ProgramRun.run(
            "/usr/bin/python3", ["-c", program, world.root + "/service.sqlite", "\(refuses)"])
        try #require(run.status == 0, "\(run.errors)")
    }

    private func control(_ world: ServiceWorld, _ action: AppsInterface.ControlInstallation.Action) async throws {
        _ = try await world.call(AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: action))
    }

    @Test("B7: an installation whose packs cannot be recorded as paused is not paused, nor are they")
    func packsAreRefused() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            for id in ["A", "B"] {
                try await world.publish(id, version: 1, text: "one", policy: .essential([.firstInstallation]))
                world.stall("/\(id)-1.aar", times: 8)
            }
            // It is left to the end of the service.
            _ = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 2 }
            func areDownloadsPaused() async throws -> Set<Bool> {
                Set(try await world.call(DownloadsInterface.List(bundleID: nil)).downloads.map { $0.state == .paused })
            }
            func isInstallationPaused() async throws -> Bool {
                try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
                    .contains { $0.condition == .paused && $0.subject == ServiceWorld.bundleID }
            }
            for (action, isPaused) in [(AppsInterface.ControlInstallation.Action.pause, true), (.resume, false)] {
                try await refuseChanges(true, of: world)
                await #expect(throws: ServiceError.self) { try await control(world, action) }
                #expect(try await areDownloadsPaused() == [!isPaused])
                #expect(try await isInstallationPaused() == !isPaused)
                try await refuseChanges(false, of: world)
                try await control(world, action)
                #expect(try await areDownloadsPaused() == [isPaused])
                #expect(try await isInstallationPaused() == isPaused)
            }
            world.server.release()
        }
    }
}
