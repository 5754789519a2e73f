// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import Testing

@Suite("A manifest as a host sends it") struct DownloadManifestCompactTests {
    private static let digest = Digest([UInt8](0..<32))

    private func encoded(_ manifest: DownloadManifest) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(manifest), as: UTF8.self)
    }

    private func compact(_ manifest: DownloadManifest) -> String {
        String(decoding: manifest.compactJSON, as: UTF8.self)
    }

    @Test("It is what JSONEncoder makes of it, byte for byte") func bytes() throws {
        let digest = try #require(Self.digest)
        let entries = [
            DownloadManifestEntry(id: "A", url: "a", version: 1, downloadSize: 0, downloadPolicy: .onDemand),
            DownloadManifestEntry(
                id: "Zoë \"\\/ 日本", url: "https://localhost/assets/Zo%C3%AB?version=2", version: .max,
                downloadSize: .max, downloadPolicy: .essential([.firstInstallation, .subsequentUpdate]), host: nil,
                userInfo: .object(["b": .array([.integer(-1), .bool(true), .null]), "a": .string("x")]), sha256: digest,
                blocks: .init(url: "b", size: 7, sha256: digest), installedSize: 12, language: "de-AT"),
            DownloadManifestEntry(
                id: "B", url: "b", version: 3, downloadSize: 5, downloadPolicy: .prefetch([.subsequentUpdate]),
                host: .init(thirdParty: nil)),
            DownloadManifestEntry(id: "C", url: "c", version: 1, downloadSize: 1, downloadPolicy: .onDemand),
        ]
        for manifest in [
            DownloadManifest(assetPacks: []), DownloadManifest(assetPacks: entries),
            DownloadManifest(
                assetPacks: entries, formatVersion: 1, platform: "linux", sequence: 9, removed: ["x", "\"y"],
                primaryLanguage: "en"),
            DownloadManifest(assetPacks: [], removed: []),
        ] { #expect(compact(manifest) == (try encoded(manifest))) }
    }

    @Test("What cannot stand in a string is escaped", arguments: ["\u{0}", "\n", "\t", "\u{1f}", "\u{7f}", "\u{2028}"])
    func escapes(_ text: String) throws {
        let manifest = DownloadManifest(assetPacks: [], removed: [text, "a" + text + "b"])
        let read = try JSONDecoder().decode(DownloadManifest.self, from: Data(manifest.compactJSON))
        #expect(read == manifest)
    }
}
