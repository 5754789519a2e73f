// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What the app misses while it is away, and what the service misses while it is.
@Suite(.timeLimit(.minutes(5)))
struct AbsenceTests {
    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func withInstalledGame(_ packs: [String], _ body: (inout World) async throws -> Void) async throws {
        try await World.with { world in
            for id in packs { try await world.pack(id, files: ["\(id).txt": text(id)]) }
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            try await body(&world)
        }
    }

    @Test("C5: what ends while the app is away is told when it comes back, once")
    func whatEndsWhileTheAppIsAwayIsToldWhenItComesBack() async throws {
        try await withInstalledGame(["Level", "One", "Two"]) { world in
            try await expectSuccess(world.ba("pack", "get", "--app", World.bundleID, "Level"))
            // It survives the service's death.
            try await world.killService()
            #expect(
                try await world.game("follow", "One") == [#"followed ["finished Level", "began One", "finished One"]"#])
            #expect(try await world.game("follow", "Two").first?.contains("Level") == false)
        }
    }

    @Test("A1: an app that follows its downloads does so over the death of the service")
    func anAppThatFollowsItsDownloadsDoesSoOverTheDeathOfTheService() async throws {
        try await withInstalledGame(["Level", "One"]) { world in
            let world = world
            try await world.withGame("linger") { output in
                // Who tells of it is no client of its own any more when the game is.
                try await expectSuccess(world.ba("pack", "get", "--app", World.bundleID, "One"))
                _ = try await world.wait("the first pack") { output().contains("finished One") ? true : nil }
                let starts = world.serviceStarts
                try await world.killService()
                // Nobody but the app is there to start it again.
                _ = try await world.wait("another service") { world.serviceStarts > starts ? true : nil }
                try await expectSuccess(world.ba("pack", "get", "--app", World.bundleID, "Level"))
                _ = try await world.wait("the second pack") { output().contains("finished Level") ? true : nil }
                #expect(output().filter { $0.hasPrefix("finished") } == ["finished One", "finished Level"])
            }
        }
    }

    @Test("A1: a service that is told to end is not started by an app that waits")
    func aServiceThatIsToldToEndIsNotStartedByAnAppThatWaits() async throws {
        try await withInstalledGame(["One"]) { world in
            let world = world
            try await world.withGame("linger") { output in
                try await expectSuccess(world.ba("pack", "get", "--app", World.bundleID, "One"))
                _ = try await world.wait("the pack") { output().contains("finished One") ? true : nil }
                let starts = world.serviceStarts
                try await expectSuccess(world.ba("service", "stop"))
                let socket = world.folder.path("s/run/service.socket")
                _ = try await world.wait("the socket to go") {
                    FileManager.default.fileExists(atPath: socket) ? nil : true
                }
                #expect(world.serviceStarts == starts)
                // The next client starts it, and the app is there again.
                try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "One"))
                try await expectSuccess(world.ba("pack", "get", "--app", World.bundleID, "One"))
                _ = try await world.wait("the pack again") {
                    output().filter { $0 == "finished One" }.count >= 2 ? true : nil
                }
                // Each end is told once.
                #expect(output().filter { $0 == "finished One" }.count == 2, "\(output())")
            }
        }
    }
}
