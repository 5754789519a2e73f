// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import HostingDelivery
import Testing

@Suite struct PublicationTests {
    private func publication() throws -> Publication {
        let digest = try #require(Digest(hexadecimal: String(repeating: "ab", count: 32)))
        return Publication(
            packs: [
                PublishedPack(
                    id: "forest", version: 3, downloadSize: 18204, sha256: digest, downloadPolicy: .onDemand,
                    userInfo: .object(["key": .integer(1)]), language: "de", installedSize: 40000,
                    blocks: PublishedPack.Blocks(size: 500, sha256: digest)),
                PublishedPack(
                    id: "phone", version: 1, downloadSize: 5, sha256: digest,
                    downloadPolicy: .essential([.firstInstallation]), platforms: [.iOS]),
            ], sequence: 12, removed: ["gone"], primaryLanguage: "en")
    }

    @Test func linuxForm() throws {
        let manifest = try publication().manifest(in: .linux, base: "https://host:8443")
        try manifest.validate()
        #expect(manifest.formatVersion == 1)
        #expect(manifest.platform == "linux")
        #expect(manifest.sequence == 12)
        #expect(manifest.removed == ["gone"])
        #expect(manifest.primaryLanguage == "en")
        #expect(manifest.assetPacks.map(\.id) == ["forest"])
        let entry = try #require(manifest.assetPacks.first)
        #expect(entry.url == "https://host:8443/assets/forest?version=3")
        #expect(entry.blocks?.url == "https://host:8443/assets/forest.blocks?version=3")
        #expect(entry.blocks?.size == 500)
        #expect(entry.installedSize == 40000)
        #expect(entry.language == "de")
        #expect(entry.sha256 != nil)
    }

    @Test func applesFormHasOnlyApplesKeys() throws {
        let manifest = try publication().manifest(in: .apple(nil), base: "https://host:8443")
        #expect(manifest.assetPacks.map(\.id) == ["forest", "phone"])
        #expect(manifest.formatVersion == nil && manifest.sequence == nil && manifest.removed == nil)
        #expect(manifest.platform == nil && manifest.primaryLanguage == nil)
        let entry = try #require(manifest.assetPacks.first)
        #expect(entry.url == "https://host:8443/assets/forest")
        #expect(entry.sha256 == nil && entry.blocks == nil && entry.installedSize == nil && entry.language == nil)
        #expect(entry.userInfo == .object(["key": .integer(1)]))
        #expect(entry.host != nil)
        #expect(try publication().manifest(in: .apple(.macOS), base: "").assetPacks.map(\.id) == ["forest"])
    }
}
