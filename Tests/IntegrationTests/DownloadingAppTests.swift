// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// The manager of downloads in an app's own process.
@Suite("Downloads of an app's process", .timeLimit(.minutes(5))) struct DownloadingAppTests {
    private let domain = "com.apple.backgroundassets.error"

    @Test("A1: a file goes on by range after each kill of the service, and is what the server has") func kills()
        async throws
    {
        try await DownloadingGame.with { game in
            let (bytes, part) = (noise(3_000_000, seed: 9), 700_000)
            game.server.serve("/big", bytes, faults: [.stall(after: part)])
            #expect(try await game.world.game("manage", "schedule", game.url("big")) == ["schedule big"])
            var begins: [Int] = []
            for round in 1...3 {
                await game.server.wait { $0.stalledCount == round }
                let request = try #require(game.server.requests.last { $0.path == "/big" })
                let begin = request.range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
                begins.append(begin)
                _ = try await game.world.wait("what was sent to be taken") {
                    try await completedBytes(game.world) >= begin + part ? true : nil
                }
                game.server.serve("/big", bytes, faults: round < 3 ? [.stall(after: part)] : [])
                try await game.world.killService()
                try await expectSuccess(game.world.ba("downloads"))
            }
            #expect(try await game.world.wait("the file") { game.cached("big.finished") } == bytes)
            let last = try #require(game.server.requests.last { $0.path == "/big" })
            begins.append(try #require(last.range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }))
            // From where it was, as far as that was on record.
            #expect(zip(begins, begins.dropFirst()).allSatisfy { $0 < $1 && $1 <= $0 + part }, "\(begins)")
        }
    }

    private func completedBytes(_ world: World) async throws -> Int {
        let run = try await expectSuccess(world.ba("downloads", "--json"))
        let records = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        return records?.first?["completedBytes"] as? Int ?? 0
    }

    @Test("A4, A5: what cannot be scheduled or cancelled throws, with Apple's codes") func codes() async throws {
        try await DownloadingGame.with { game in
            game.server.serve("/one", game.bytes, faults: [.stall(after: 0)])
            let (one, two) = (game.url("one"), game.url("two"))
            let lines = try await game.world.game(
                "manage", "schedule", one, "manage", "schedule", one, "manage", "cancel", one, "manage", "cancel", one,
                "manage", "essential", two)
            #expect(
                lines == [
                    "schedule one", "schedule one \(domain) 100", "cancel one", "cancel one \(domain) 101",
                    "essential two \(domain) 109",
                ])
        }
    }

    @Test("A5: a process that is no app's is refused with 55, and one that has no service with 56") func strangers()
        async throws
    {
        try await DownloadingGame.with { game in
            let arguments = ["manage", "schedule", game.url("one")]
            let stranger = try await game.world.run("FixtureGame", arguments)
            #expect(stranger.output == "schedule one \(domain) 55\n", "\(stranger)")
            var world = game.world
            world.additions = [
                "BACKGROUND_ASSETS_ROOT": world.folder.path("other"),
                "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "/bin/false",
            ]
            let alone = try await world.run("FixtureGame", arguments)
            #expect(alone.output == "schedule one \(domain) 56\n", "\(alone)")
        }
    }

    @Test("A8: an app that is not in front is refused with 51") func inactiveProcess() async throws {
        try await DownloadingGame.with { game in
            let gate = try game.makeGate()
            try await game.world.withGame(
                "manage", "schedule", game.url("one"), "manage", "gate", gate, "manage", "front", game.url("two"),
                "manage", "stay", "-"
            ) { output in
                _ = try await game.world.wait("the game to run") { output().first }
                try await expectSuccess(game.world.ba("app-state", World.bundleID, "background"))
                try await game.open(gate: gate)
                _ = try await game.world.wait("the refusal") { output().count == 2 ? true : nil }
                #expect(output() == ["schedule one", "front two \(domain) 51"])
            }
        }
    }

    @Test("A6: a delegate is told that a download waits, and that it goes on") func pausing() async throws {
        try await DownloadingGame.with { game in
            game.server.serve("/one", game.bytes, faults: [.stall(after: 50_000)])
            try await game.world.withGame(
                "manage", "follow", "-", "manage", "schedule", game.url("one"), "manage", "stay", "-"
            ) { output in
                await game.server.wait { $0.stalledCount == 1 }
                try await expectSuccess(game.world.ba("pause", "one"))
                _ = try await game.world.wait("the game to be told") { output().contains("paused one") ? true : nil }
                try await expectSuccess(game.world.ba("resume", "one"))
                _ = try await game.world.wait("the file") { output().contains("finished one 100000") ? true : nil }
                let told = output().filter { !$0.hasPrefix("wrote ") && !$0.hasPrefix("schedule ") }
                #expect(told == ["began one", "paused one", "began one", "finished one 100000"])
            }
        }
    }

    @Test("A6: progress of what an app has in front is told") func progressInFront() async throws {
        try await DownloadingGame.with { game in
            game.server.serve("/one", game.bytes, faults: [.stall(after: 50_000)])
            try await game.world.withGame(
                "manage", "follow", "-", "manage", "front", game.url("one"), "manage", "stay", "-"
            ) { output in
                _ = try await game.world.wait("the first half") {
                    output().contains("wrote one 50000/100000") ? true : nil
                }
                game.server.release()
                _ = try await game.world.wait("the file") { output().contains("finished one 100000") ? true : nil }
                #expect(output().contains("wrote one 100000/100000"))
            }
        }
    }
}
