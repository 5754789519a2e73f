// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// Exclusive control of real processes, which are killed, and whose service is killed.
@Suite("Exclusive control of processes", .timeLimit(.minutes(10))) struct ExclusiveControlTests {
    private func with(_ body: (World) async throws -> Void) async throws {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await body(world)
        }
    }

    private struct Wait: Decodable {
        var condition: String?
        var since: Double?
    }

    /// The process that has control, once it has.
    private func holder(_ world: World, _ output: () -> [String]) async throws -> pid_t {
        try await world.wait("the game to have control") {
            output().first { $0.hasPrefix("holding true ") }.flatMap { pid_t($0.dropFirst("holding true ".count)) }
        }
    }

    @Test("A12: control ends with the process that has it") func killedHolder() async throws {
        try await with { world in
            try await world.withGame("control", "hold") { output in
                let pid = try await holder(world, output)
                #expect(try await world.game("control", "once") == ["once false 55"])
                async let waiting = world.game("control", "wait")
                kill(pid, SIGKILL)
                #expect(try await waiting == ["waited true"])
            }
        }
    }

    @Test("A12: control outlasts a service that is killed") func killedService() async throws {
        try await with { world in
            try await world.withGame("control", "hold") { output in
                let pid = try await holder(world, output)
                async let waiting = world.game("control", "wait")
                func since() async throws -> Double {
                    try await world.wait("the game to wait for control") {
                        let run = try await world.ba("explain", World.bundleID, "--json")
                        return try JSONDecoder().decode([Wait].self, from: Data(run.output.utf8))
                            .first { $0.condition == "exclusiveControl" }?.since
                    }
                }
                let first = try await since()
                let killed = Date().timeIntervalSince1970
                try await world.killService()
                // The next one hears for how long it has been asked.
                let second = try await since()
                #expect(second < killed, "\(first), killed \(killed), \(second)")
                #expect(try await world.game("control", "once") == ["once false 55"])
                kill(pid, SIGKILL)
                #expect(try await waiting == ["waited true"])
            }
        }
    }

    @Test("A12: of 10,000 turns of three processes none overlap, also when the service is killed in their midst")
    func contention() async throws {
        try await with { world in
            async let first = world.game("control", "3400")
            async let second = world.game("control", "3400")
            async let third = world.game("control", "3400")
            let count = world.folder.path("s/groups/group.com.example.game/turns")
            for number in [1000, 4000, 7000] {
                _ = try await world.wait("\(number) turns") {
                    let text = (try? String(contentsOfFile: count, encoding: .utf8)) ?? ""
                    return Int(text).flatMap { $0 >= number ? true : nil }
                }
                try await world.killService()
            }
            let results = try await [first, second, third]
            #expect(results == [["turns 3400"], ["turns 3400"], ["turns 3400"]])
            #expect(try String(contentsOfFile: count, encoding: .utf8) == "10200")
        }
    }
}
