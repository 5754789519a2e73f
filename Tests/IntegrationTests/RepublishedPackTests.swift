// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A host replaces its files while a device still goes by an older manifest.
@Suite(.timeLimit(.minutes(2)))
struct RepublishedPackTests {
    private static let old = noise(5_000_000, seed: 5)
    private static let new = noise(5_000_000, seed: 6)

    /// Runs `body` with an installed app whose service knows version 1 of a pack while the server has version 2.
    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with { world, server in
            try await world.pack("Level", files: ["level.bin": Self.old], compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            try await world.pack("Level", files: ["level.bin": Self.new], compression: "none")
            try await world.publish(on: server) { $0.changePack("Level") { $0["version"] = 2 } }
            try await body(world, server)
        }
    }

    @Test("C7: a pack that was published anew since the last check is fetched as it is now")
    func replaced() async throws {
        try await with { world, server in
            let run = try expectSuccess(try await world.get("Level"))
            #expect(run.output.contains("version 2"), "\(run.output)")
            #expect(try world.localFile("level.bin", of: "Level", version: 2) == Self.new)
            try await world.expectNothingLeft(packs: ["Level": 2])
        }
    }

    @Test("C7: a pack whose old files are gone is fetched from their new place", arguments: [403, 404, 410])
    func moved(status: Int) async throws {
        try await with { world, server in
            server.serve("/moved.aar", try world.bytes(of: "packs/Level.aar"))
            server.serve("/moved.blocks", try world.bytes(of: "packs/Level.blocks"))
            try await world.publish(on: server) {
                $0.changePack("Level") { pack in
                    pack["version"] = 2
                    pack["url"] = server.url("/moved.aar")
                    var blocks = pack["blocks"] as? [String: Any]
                    blocks?["url"] = server.url("/moved.blocks")
                    pack["blocks"] = blocks
                }
            }
            for name in ["/Level.aar", "/Level.blocks"] { server.serve(name, [], finally: .status(status)) }
            try expectSuccess(try await world.get("Level"))
            #expect(try world.localFile("level.bin", of: "Level", version: 2) == Self.new)
            try await world.expectNothingLeft(packs: ["Level": 2])
        }
    }

    @Test("C7: a server that contradicts its own manifest is given up, with the cause") func contradiction()
        async throws
    {
        try await with { world, server in
            try await world.publish(on: server) {
                $0.changePack("Level") { pack in
                    pack["version"] = 2
                    var blocks = pack["blocks"] as? [String: Any]
                    blocks?["sha256"] = String(repeating: "0", count: 64)
                    pack["blocks"] = blocks
                }
            }
            let run = try await world.get("Level")
            #expect(run.status != 0)
            #expect(run.errors.contains("Level.blocks does not match its SHA-256"), "\(run.errors)")
            try await world.expectNothingLeft()
        }
    }

    /// Has each manifest tell another address of the pack than the one before, as a host does that signs addresses for a while.
    ///
    /// - `faults`: of the first requests at each address; the others are refused, as it has expired then.
    private func serveExpiring(_ world: World, on server: FaultServer, _ faults: [Fault]) async throws {
        var manifest: ManifestObject = [:]
        try await world.publish(on: server) { manifest = $0 }
        let archive = try world.bytes(of: "packs/Level.aar")
        var manifests: [Fault] = []
        for number in 0..<30 {
            server.serve("/\(number).aar", archive, faults: faults, finally: .status(403))
            manifest.changePack("Level") { $0["url"] = server.url("/\(number).aar") }
            let data = try JSONSerialization.data(withJSONObject: manifest, options: [.sortedKeys])
            manifests.append(.body(String(decoding: data, as: UTF8.self), contentType: "application/json"))
        }
        server.serve("/manifest", [], faults: manifests)
    }

    private func addresses(_ server: FaultServer) -> Set<String> {
        Set(server.requests.map(\.path).filter { $0.hasSuffix(".aar") })
    }

    @Test("C15: a download whose addresses expire again and again goes on at new ones, from where it is")
    func expired() async throws {
        try await World.with { world, server in
            // Five blocks, one of which comes from each address.
            let content = noise(20 << 20, seed: 7)
            let prefetch = #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#
            try await world.pack("Level", policy: prefetch, files: ["level.bin": content], compression: "none")
            try await serveExpiring(world, on: server, [.cut(after: 4_500_000)])
            for name in ["retry-first", "retry-longest"] { try await expectSuccess(world.ba("settings", name, "1")) }
            try await world.installApp()
            try await eventually { try await world.localVersion("Level") == 1 }
            #expect(try world.localFile("level.bin", of: "Level", version: 1) == content)
            #expect(addresses(server).count == 5)
            // The last of them was asked for the last block alone.
            let last = try #require(server.requests.last { $0.path.hasSuffix(".aar") })
            #expect(last.range?.hasPrefix("bytes=16") == true || last.range?.hasPrefix("bytes=17") == true, "\(last)")
            try await world.expectNothingLeft(packs: ["Level": 1])
        }
    }

    @Test("C15: addresses that are new and never good are given up") func neverGood() async throws {
        try await World.with { world, server in
            try await world.pack("Level", files: ["level.bin": Self.old], compression: "none")
            try await serveExpiring(world, on: server, [])
            try await world.installApp()
            let run = try await world.get("Level")
            #expect(run.status != 0 && run.errors.contains("403"), "\(run.errors)")
            #expect(addresses(server).count == 4)
            try await world.expectNothingLeft()
        }
    }
}
