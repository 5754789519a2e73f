// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// `ba quit` with real processes.
@Suite("Quitting apps", .timeLimit(.minutes(5))) struct QuitTests {
    private struct Reply: Decodable {
        var ended: [Int32]
        var killed: [Int32]
    }

    private func quit(_ world: World) async throws -> Reply {
        let run = try await expectSuccess(world.ba("quit", World.bundleID, "--json"))
        return try JSONDecoder().decode(Reply.self, from: Data(run.output.utf8))
    }

    @Test("A2: the processes of an app are ended; one that does not run is quit all the same") func processes()
        async throws
    {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await world.withGame("control", "hold") { output in
                let pid = try await world.wait("the game to run") {
                    output().first { $0.hasPrefix("holding ") }?.split(separator: " ").last.flatMap { Int32($0) }
                }
                let reply = try await quit(world)
                #expect(reply.ended == [pid])
                #expect(reply.killed == [])
            }
            #expect(try await quit(world).ended == [])
            let run = try await world.ba("quit", "com.example.none")
            #expect(run.status != 0)
            #expect(run.errors.contains("com.example.none"))
        }
    }

    @Test("One that does not end when it is asked to is killed") func stubbornProcess() async throws {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await world.withGame("stubborn", "-", "control", "hold") { output in
                let pid = try await world.wait("the game to run") {
                    output().first { $0.hasPrefix("holding ") }?.split(separator: " ").last.flatMap { Int32($0) }
                }
                #expect(try await quit(world).killed == [pid])
            }
        }
    }
}
