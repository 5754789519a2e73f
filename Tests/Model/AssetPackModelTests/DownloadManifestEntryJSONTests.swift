// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import Testing

@Suite struct DownloadManifestEntryJSONTests {
    private let entry = DownloadManifestEntry(
        id: "Level1", url: "https://cdn.example.org/Level1", version: 3, downloadSize: 100,
        downloadPolicy: .prefetch([.subsequentUpdate, .firstInstallation]), userInfo: .object(["a": .integer(1)]),
        sha256: Digest(Array(repeating: 1, count: 32)),
        blocks: Digest(Array(repeating: 2, count: 32)).map {
            .init(url: "https://cdn.example.org/Level1.blocks", size: 9, sha256: $0)
        }, installedSize: 200, language: "de")

    @Test func linuxFormHasAllKeysAndIsReadAgain() throws {
        let json = entry.json(for: .linux)
        let again = try JSONDecoder().decode(DownloadManifestEntry.self, from: Data(json.text.utf8))
        #expect(again == entry)
    }

    @Test(arguments: [Platform.iOS, .macOS, .tvOS, .visionOS])
    func appleFormHasAppleKeysOnly(platform: Platform) throws {
        guard case .object(let members) = entry.json(for: platform) else {
            Issue.record("an entry is an object")
            return
        }
        #expect(
            Set(members.keys) == ["id", "url", "version", "downloadSize", "downloadPolicy", "host", "userInfo"])
        #expect(members["host"] == .object(["thirdParty": .object([:])]))
    }

    @Test func policyJSONAgreesWithItsCoding() throws {
        for policy in [DownloadPolicy.essential([.firstInstallation]), .prefetch([.subsequentUpdate]), .onDemand] {
            let again = try JSONDecoder().decode(DownloadPolicy.self, from: Data(policy.json.text.utf8))
            #expect(again == policy)
        }
    }
}
