// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The service is killed at seeded moments: everything completes, nothing wrong becomes visible, and at most a block is
/// fetched twice.
@Suite(.timeLimit(.minutes(5)))
struct KilledServiceTests {
    /// What every pack holds, by pack ID and version.
    private typealias Contents = [String: [Int: [String: [UInt8]]]]

    private static func contents() -> Contents {
        var contents: Contents = [:]
        for index in 0..<5 {
            let id = "Pack\(index)"
            for version in 1...2 {
                let seed = UInt64(index * 10 + version)
                contents[id, default: [:]][version] = [
                    "\(id)/noise.bin": noise(900_000 + index * 400_000, seed: seed),
                    "\(id)/text": Array(repeating: UInt8(version), count: 700_000), "\(id)/empty": [],
                ]
            }
        }
        return contents
    }

    private func pack(_ version: Int, of contents: Contents, _ world: World) async throws {
        let policies = ["essential", "essential", "prefetch", "prefetch", "essential"]
        for (index, id) in contents.keys.sorted().enumerated() {
            try await world.pack(
                id, policy: #"{"\#(policies[index])": {"installationEventTypes": ["firstInstallation"]}}"#,
                files: contents[id]?[version] ?? [:], compression: index % 2 == 0 ? "none" : "lzfse")
        }
    }

    /// Compares every visible file of every local version with what it must be.
    ///
    /// - Returns: how many packs are local.
    private func checkVisible(_ contents: Contents, _ world: World) async throws -> [String: Int] {
        var local: [String: Int] = [:]
        // Before the installation's first record there is no app whose packs could be listed.
        guard try await world.ba("packs", World.bundleID).status == 0 else { return [:] }
        for (id, record) in try await world.packs() {
            guard let version = record["localVersion"] as? Int else { continue }
            local[id] = version
            for (name, bytes) in contents[id]?[version] ?? [:] {
                let file = "s/packs/\(World.bundleID)/\(id)/\(version)/Contents/\(name)"
                // Between the listing and here a newer version may have come in its place.
                guard let found = try? world.bytes(of: file) else { continue }
                #expect(found == bytes, "\(file)")
            }
        }
        return local
    }

    @Test(
        "A1: killed at random moments of an installation and an update, the service completes both",
        arguments: [1, 2])
    func killedAtRandomMoments(_ seed: UInt64) async throws {
        let contents = Self.contents()
        try await World.with { world in
            try await pack(1, of: contents, world)
            try await world.serve()
            try await world.makeApp()
            var generator = SeededGenerator(seed: seed)
            let installing = world

            func killing(
                _ times: Int, _ generator: inout SeededGenerator, _ isDone: ([String: Int]) async throws -> Bool
            )
                async throws
            {
                for _ in 0..<times {
                    // The moment is random, and nothing waits for it.
                    try await Task.sleep(for: .milliseconds(Int.random(in: 0..<120, using: &generator)))
                    try await installing.killService()
                    if try await isDone(checkVisible(contents, installing)) { return }
                }
            }

            async let first = installing.ba("install", "Game.app")
            try await killing(8, &generator) { $0.count == 5 }
            _ = try await first
            // A kill before the first record was written is a kill before the installation: then it is asked for again.
            _ = try await installing.ba("install", "Game.app")
            _ = try await installing.wait("the installation") {
                try await installing.ba("launch", World.bundleID, "--", "version", "").status == 0 ? true : nil
            }
            let local = try await installing.wait("all packs") {
                let local = try await checkVisible(contents, installing)
                return local.count == 5 ? local : nil
            }
            #expect(local.values.allSatisfy { $0 == 1 })

            world.stopServer()
            try await pack(2, of: contents, world)
            try await world.serve()
            let updating = world
            try await expectSuccess(updating.ba("pack", "check", World.bundleID))
            try await killing(6, &generator) { $0.values.allSatisfy { $0 == 2 } }
            _ = try await updating.wait("all packs in their second version") {
                try await checkVisible(contents, updating).values.allSatisfy { $0 == 2 } ? true : nil
            }
            for id in contents.keys.sorted() {
                let name = "\(id)/text"
                #expect(try await updating.game("read", name).first?.hasPrefix("read \(name) 700000 ") == true)
            }
            _ = try await updating.wait("the extension to be told") {
                try await updating.childProcesses().isEmpty ? 1 : nil
            }
            try await updating.expectNothingLeft(packs: contents.mapValues { _ in 2 })
            #expect(updating.names(in: "s/apps/\(World.bundleID)") == ["1.0-1"])
            let hidden = FileManager.default.enumerator(atPath: updating.folder.path("s"))?.compactMap { $0 as? String }
                .filter { $0.split(separator: "/").last?.hasPrefix(".") == true }
            #expect(hidden == [])
        }
    }

    @Test("A1: killed while it removes an app, the service removes the rest", arguments: [5, 20, 40, 80, 160])
    func killedInARemoval(_ delay: Int) async throws {
        try await World.with { world in
            let files = Dictionary(uniqueKeysWithValues: (0..<3000).map { ("many/\($0)", [UInt8(1)]) })
            try await world.pack("Many", files: files)
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            try await expectSuccess(world.get("Many"))
            let removing = world
            async let removal = removing.ba("uninstall", World.bundleID)
            // The moment is any, and nothing waits for it.
            try await Task.sleep(for: .milliseconds(delay))
            try await world.killService()
            // The client has asked again.
            try await expectSuccess(removal)
            for folder in ["s/apps", "s/packs", "s/groups", "s/applications"] {
                #expect(world.names(in: folder) == [], "\(folder)")
            }
            #expect(try await world.app() == nil)
        }
    }

    @Test("A1: an installation that is cancelled does not come back", arguments: [0, 10, 15, 20, 25, 30, 40, 60])
    func killedInACancellation(_ delay: Int) async throws {
        try await World.with { world, server in
            let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
            try await world.pack("Tutorial", policy: essential, files: ["t.bin": noise(3_000_000, seed: 3)])
            try await world.publish(on: server)
            server.serve(
                "/Tutorial.aar", try world.bytes(of: "packs/Tutorial.aar"), finally: .stall(after: 1_000_000))
            try await world.makeApp()
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            async let cancellation = world.ba("cancel", World.bundleID)
            // The moment is any, and nothing waits for it.
            try await Task.sleep(for: .milliseconds(delay))
            try await world.killService()
            try await expectSuccess(cancellation)
            let end = try await installation
            #expect(end.errors.contains("cancelled"), "\(end)")
            #expect(try await world.app() == nil)
            try await world.expectNothingLeft()
        }
    }

    @Test("A1: each kill costs at most a block of the archive, counted at the server") func eachKillCostsAtMostABlock()
        async throws
    {
        try await World.with { world, server in
            let bytes = noise(30_000_000, seed: 5)
            let files = ["a.bin": Array(bytes[..<11_000_000]), "b.bin": Array(bytes[11_000_000...])]
            try await world.pack("Big", files: files, compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            let archive = try world.bytes(of: "packs/Big.aar")
            let block = 4 << 20 + 64
            var generator = SeededGenerator(seed: 17)
            // The server stops so many bytes after where it was asked to begin, and the service is killed then.
            var sent = Int.random(in: 1..<10_000_000, using: &generator)
            server.serve("/Big.aar", archive, faults: [.stall(after: sent)])
            async let getting = world.get("Big")
            var position = 0
            var starts: [Int] = []
            while true {
                let round = starts.count + 1
                await server.wait { $0.requests.filter { $0.path == "/Big.aar" }.count >= round }
                let request = try #require(server.requests.last { $0.path == "/Big.aar" })
                let start = request.range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
                starts.append(start)
                #expect(start <= position && start >= position - block, "\(start) after \(position)")
                // A client repeats a call some eight times, and no more.
                guard round <= 6, start + sent < archive.count else { break }
                await server.wait { $0.stalledCount == round }
                position = start + sent
                // What came is taken: but for the rest of a block it is staged.
                _ = try await world.wait("what was sent to be staged") {
                    let done = try await world.packs()["Big"]?["completedBytes"] as? Int ?? 0
                    return done > position - block ? true : nil
                }
                sent = Int.random(in: 1..<10_000_000, using: &generator)
                server.serve("/Big.aar", archive, faults: round < 6 ? [.stall(after: sent)] : [])
                try await world.killService()
            }
            try expectSuccess(try await getting)
            #expect(starts.count > 3)
            for (name, content) in files { #expect(try world.localFile(name, of: "Big") == content) }
            try await world.expectNothingLeft(packs: ["Big": 1])
        }
    }
}
