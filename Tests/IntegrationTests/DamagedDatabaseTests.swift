// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A database that something has written into: named to whoever asks, and the way out that is told is one.
@Suite(.timeLimit(.minutes(2)))
struct DamagedDatabaseTests {
    @Test("a damaged database is named with what to do, and doing it leads back") func aDamagedDatabase() async throws {
        try await World.with { world, server in
            let bytes = noise(1_000_000, seed: 31)
            try await world.pack("Big", files: ["big.bin": bytes], compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            try await expectSuccess(world.get("Big"))
            try await world.killService()
            func files() -> [String] {
                world.names(in: "s").filter { $0.hasPrefix("service.sqlite") && !$0.hasSuffix("-reserve") }
            }
            for name in files() {
                try world.folder.write([UInt8](repeating: 0x55, count: 8192), to: "s/\(name)")
            }
            let run = try await world.ba("apps")
            #expect(run.status == 69)
            for cause in [
                world.folder.path("s/service.sqlite"), "is damaged", "move it away", "install the apps again",
            ] {
                #expect(run.errors.contains(cause), "\(run.errors)")
            }
            // What was local can be read all the same.
            #expect(try world.localFile("big.bin", of: "Big") == bytes)

            for name in files() {
                try FileManager.default.moveItem(
                    atPath: world.folder.path("s/\(name)"), toPath: world.folder.path("old-\(name)"))
            }
            try await world.use(server)
            try await expectSuccess(world.ba("install", "Game.app"))
            try await expectSuccess(world.get("Big"))
            #expect(try world.localFile("big.bin", of: "Big") == bytes)
            try await world.expectNothingLeft(packs: ["Big": 1])
        }
    }
}
