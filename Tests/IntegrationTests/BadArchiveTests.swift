// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// An archive that is not what the manifest says is refused with what is wrong in it, and no byte of it becomes visible.
@Suite(.timeLimit(.minutes(2)))
struct BadArchiveTests {
    private static let files = [
        "a/first.bin": noise(300_000, seed: 7), "b/text": Array(repeating: 0x61, count: 200_000),
    ]

    /// Runs `body` with an installed app whose only pack is `Extra`.
    private func with(
        compression: String = "lzfse", files: [String: [UInt8]] = Self.files,
        _ body: (World, FaultServer) async throws -> Void
    ) async throws {
        try await World.with { world, server in
            try await world.pack("Extra", files: files, compression: compression)
            try await world.publish(on: server)
            try await world.installApp()
            try await world.serving { try await body(world, server) }
        }
    }

    /// Expects that the pack cannot be had, why, and that nothing of it is here; then that the good one can.
    private func expectRefusal(
        _ causes: [String], _ world: World, _ server: FaultServer, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await world.get("Extra")
        #expect(run.status == 65, "\(run.output)", sourceLocation: sourceLocation)
        for cause in ["the asset pack Extra could not be fetched", server.url("/Extra.")] + causes {
            #expect(run.errors.contains(cause), "\(run.errors)", sourceLocation: sourceLocation)
        }
        try await world.expectNothingLeft(sourceLocation: sourceLocation)
        let line = try await world.game("read", "b/text").first ?? ""
        #expect(line.hasPrefix("error read b/text"), "\(line)", sourceLocation: sourceLocation)
    }

    private func expectHealed(_ world: World, _ server: FaultServer) async throws {
        try await world.publish(on: server)
        try await expectSuccess(world.ba("pack", "check", World.bundleID))
        try await expectSuccess(world.get("Extra"))
        for (name, bytes) in Self.files { #expect(try world.localFile(name, of: "Extra") == bytes) }
        try await world.expectNothingLeft(packs: ["Extra": 1])
    }

    /// The manifest as Apple's own tool writes it: no digest and no list of blocks.
    private func publishAppleForm(_ world: World, _ server: FaultServer, archive: [UInt8]? = nil) async throws {
        try await world.publish(on: server) { manifest in
            manifest.changePack("Extra") { entry in
                for key in ["blocks", "sha256", "installedSize"] { entry[key] = nil }
                if let archive { entry["downloadSize"] = archive.count }
            }
        }
        if let archive { server.serve("/Extra.aar", archive) }
        try await expectSuccess(world.ba("pack", "check", World.bundleID))
    }

    @Test("an archive that ends early is refused") func anArchiveThatEndsEarly() async throws {
        try await with { world, server in
            let archive = try world.bytes(of: "packs/Extra.aar")
            for count in [0, 1, 11, archive.count / 2, archive.count - 1] {
                server.serve("/Extra.aar", Array(archive.prefix(count)))
                let run = try await world.get("Extra")
                #expect(run.status != 0)
                #expect(
                    run.errors.contains("/Extra.aar ended after \(count) of \(archive.count) bytes"), "\(run.errors)")
                try await world.expectNothingLeft("\(count) bytes")
            }
            // The size that the manifest gives is that of the truncated archive.
            for count in [1, 11, archive.count / 2, archive.count - 1] {
                try await publishAppleForm(world, server, archive: Array(archive.prefix(count)))
                try await expectRefusal(["ends after \(count) bytes, in the middle of"], world, server)
            }
            try await expectHealed(world, server)
        }
    }

    @Test("a flipped bit is found by the digest of its block, wherever it is", arguments: ["none", "lzfse"])
    func aFlippedBit(_ compression: String) async throws {
        try await with(compression: compression) { world, server in
            let archive = try world.bytes(of: "packs/Extra.aar")
            var generator = SeededGenerator(seed: 99)
            for _ in 0..<6 {
                let place = Int.random(in: 64..<archive.count - 64, using: &generator)
                server.serve("/Extra.aar", archive, finally: .corrupt(at: place))
                try await expectRefusal(["block 0", "does not match its SHA-256"], world, server)
            }
            // What lies between blocks is not needed: the pack is refused, or whole.
            for place in [0, 4, 20, archive.count - 1] {
                server.serve("/Extra.aar", archive, finally: .corrupt(at: place))
                if try await world.get("Extra").status == 0 {
                    for (name, bytes) in Self.files { #expect(try world.localFile(name, of: "Extra") == bytes) }
                    try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "Extra"))
                }
                try await world.expectNothingLeft()
            }
            try await expectHealed(world, server)
        }
    }

    @Test("a flipped bit is found by the digest of the archive when there are no blocks")
    func aFlippedBitWithoutBlocks() async throws {
        try await with(compression: "none") { world, server in
            let archive = try world.bytes(of: "packs/Extra.aar")
            try await world.publish(on: server) { $0.changePack("Extra") { $0["blocks"] = nil } }
            try await expectSuccess(world.ba("pack", "check", World.bundleID))
            server.serve("/Extra.aar", archive, finally: .corrupt(at: archive.count / 2))
            try await expectRefusal(["the archive from", "does not match its SHA-256"], world, server)
            try await expectHealed(world, server)
        }
    }

    @Test("noise in Apple's form, which has no digest, ends in an error or in a whole pack and never in between")
    func noiseInApplesForm() async throws {
        try await with { world, server in
            let archive = try world.bytes(of: "packs/Extra.aar")
            var generator = SeededGenerator(seed: 5)
            for _ in 0..<24 {
                var damaged = archive
                for _ in 0..<Int.random(in: 1...20, using: &generator) {
                    damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                try await publishAppleForm(world, server, archive: damaged)
                let run = try await world.get("Extra")
                if run.status == 0 {
                    try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "Extra"))
                } else {
                    #expect(run.errors.contains("the asset pack Extra could not be fetched"), "\(run.errors)")
                }
                try await world.expectNothingLeft()
            }
        }
    }

    @Test("what is no archive at all is refused") func whatIsNoArchive() async throws {
        try await with { world, server in
            for bytes in [
                Array("<html>Please log in</html>".utf8), noise(50_000, seed: 8), [UInt8](repeating: 0, count: 9000),
            ] {
                try await publishAppleForm(world, server, archive: bytes)
                try await expectRefusal(["not an Apple Archive: it begins with 0x"], world, server)
            }
        }
    }

    @Test("an archive that holds another pack is refused, whole as it is") func anotherPackInside() async throws {
        try await with { world, server in
            try await world.pack("Other", files: ["other": [1]])
            for key in [nil, "blocks"] {
                try await world.publish(on: server) { manifest in
                    var other = manifest.pack("Other") ?? [:]
                    other["id"] = "Extra"
                    if let key { other[key] = nil }
                    manifest["assetPacks"] = [other]
                }
                try await expectSuccess(world.ba("pack", "check", World.bundleID))
                let run = try await world.get("Extra")
                #expect(run.status == 65)
                #expect(run.errors.contains("holds the pack Other, and Extra was asked for"), "\(run.errors)")
                try await world.expectNothingLeft()
            }
            try FileManager.default.removeItem(atPath: world.folder.path("packs/Other.aar"))
            try FileManager.default.removeItem(atPath: world.folder.path("packs/Other.blocks"))
            try FileManager.default.removeItem(atPath: world.folder.path("manifest.json"))
            try await expectHealed(world, server)
        }
    }

    @Test("a blocks file that is damaged or of another archive is refused") func aBadBlocksFile() async throws {
        try await with { world, server in
            let blocks = try world.bytes(of: "packs/Extra.blocks")
            var damaged = blocks
            damaged[blocks.count / 2] ^= 4
            for (bytes, cause) in [
                (damaged, "does not match its SHA-256"), (Array(blocks.dropLast()), "does not match its SHA-256"),
                (blocks + [0], "sent more than \(blocks.count) bytes"),
            ] {
                server.serve("/Extra.blocks", bytes)
                let run = try await world.get("Extra")
                #expect(run.status != 0)
                #expect(run.errors.contains("/Extra.blocks") && run.errors.contains(cause), "\(run.errors)")
                try await world.expectNothingLeft()
            }
            server.serve("/Extra.blocks", blocks, finally: .status(404))
            let run = try await world.get("Extra")
            #expect(run.errors.contains("/Extra.blocks answered with status 404"), "\(run.errors)")
            try await world.expectNothingLeft()
            try await expectHealed(world, server)
        }
    }

    @Test("a bad download of an update leaves the older version in force") func aBadUpdate() async throws {
        try await with { world, server in
            try await expectSuccess(world.get("Extra"))
            let changed = ["b/text": Array("new".utf8)]
            try await world.pack("Extra", files: changed)
            try await world.publish(on: server)
            let archive = try world.bytes(of: "packs/Extra.aar")
            server.serve("/Extra.aar", archive, finally: .corrupt(at: archive.count / 2))
            let run = try await world.ba("pack", "get", "--latest", "--app", World.bundleID, "Extra")
            #expect(run.status == 65 && run.errors.contains("does not match its SHA-256"), "\(run.errors)")
            try await world.expectNothingLeft(packs: ["Extra": 1])
            #expect(try await world.game("version", "Extra") == ["version Extra 1"])
            server.serve("/Extra.aar", archive)
            try await expectSuccess(world.ba("pack", "get", "--latest", "--app", World.bundleID, "Extra"))
            #expect(
                try await world.game("version", "Extra", "read", "b/text") == ["version Extra 2", "read b/text 3 new"])
            try await world.expectNothingLeft(packs: ["Extra": 2])
        }
    }
}
