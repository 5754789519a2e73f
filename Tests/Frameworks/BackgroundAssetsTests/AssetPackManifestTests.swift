// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import FoundationNetworking
import IPCTestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct AssetPackManifestTests {
    private static let json = """
        { "assetPacks": [
            { "id": "forest", "url": "https://cdn.example.org/p/forest", "version": 3, "downloadSize": 18204,
              "downloadPolicy": { "essential": { "installationEventTypes": ["firstInstallation"] } },
              "host": { "thirdParty": {} }, "userInfo": { "b": [1, "x"], "a": null } },
            { "id": "desert", "url": "https://cdn.example.org/p/desert", "version": 0, "downloadSize": 1,
              "downloadPolicy": { "onDemand": {} }, "host": { "thirdParty": {} } },
            { "id": "speech-de", "url": "https://cdn.example.org/p/de", "version": 1, "downloadSize": 1,
              "downloadPolicy": { "prefetch": { "installationEventTypes": ["subsequentUpdate"] } }, "language": "de" },
            { "id": "speech-en", "url": "https://cdn.example.org/p/en", "version": 1, "downloadSize": 1,
              "downloadPolicy": { "onDemand": {} }, "language": "en-US" } ],
          "primaryLanguage": "en-US", "unknown": true }
        """

    private func manifest() throws -> AssetPackManifest {
        try AssetPackManifest(from: Data(Self.json.utf8), appGroupID: "group.example")
    }

    @Test func readsApplesFormAndOurs() throws {
        let manifest = try manifest()
        #expect(manifest.assetPacks.map(\.id).sorted() == ["desert", "forest", "speech-de", "speech-en"])
        let forest = try #require(manifest.assetPack(withID: "forest"))
        #expect(forest.version == 3)
        #expect(forest.downloadSize == 18204)
        #expect(forest.userInfo == Data(#"{"a":null,"b":[1,"x"]}"#.utf8))
        #expect(manifest.assetPack(withID: "desert")?.userInfo == nil)
        #expect(manifest.assetPack(withID: "speech-de")?.language == Locale.Language(identifier: "de"))
        #expect(manifest.assetPack(withID: "none") == nil)
        #expect(manifest.description == "AssetPackManifest(assetPacks: [desert, forest, speech-de, speech-en])")
        #expect(forest.description == #"AssetPack(id: "forest", version: 3, downloadSize: 18204)"#)
    }

    @Test func readsFiles() throws {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path + "/manifest.json")
        try Data(Self.json.utf8).write(to: url)
        #expect(try AssetPackManifest(contentsOf: url, appGroupID: "g").assetPacks.count == 4)
        #expect(throws: (any Error).self) {
            try AssetPackManifest(contentsOf: URL(fileURLWithPath: folder.path + "/none"), appGroupID: "g")
        }
    }

    @Test(
        arguments: [
            "", "[]", "{}", #"{"assetPacks":[{"id":"a"}]}"#,
            #"{"assetPacks":[{"id":"../a","url":"https://x/a","version":1,"downloadSize":1,"downloadPolicy":{"onDemand":{}}}]}"#,
            #"{"assetPacks":[{"id":"a","url":"http://x/a","version":1,"downloadSize":1,"downloadPolicy":{"onDemand":{}}}]}"#,
            #"{"assetPacks":[{"id":"a","url":"https://x/a","version":1,"downloadSize":1,"downloadPolicy":{}}]}"#,
        ])
    func whatIsNoManifestIsRefused(_ json: String) {
        #expect(throws: DecodingError.self) { try AssetPackManifest(from: Data(json.utf8), appGroupID: "g") }
    }

    @Test func survivesItsOwnEncoding() throws {
        let manifest = try manifest()
        let data = try JSONEncoder().encode(manifest)
        #expect(try AssetPackManifest(from: data, appGroupID: "g").assetPacks == manifest.assetPacks)
        let forest = try #require(manifest.assetPack(withID: "forest"))
        let again = try JSONDecoder().decode(
            AssetPack.self, from: JSONEncoder().encode(forest), configuration: .init(appGroupID: "group.other"))
        #expect(again == forest)
        #expect(Set([again, forest]).count == 1)
        #expect((again.download(for: nil) as? BAURLDownload)?.applicationGroupIdentifier == "group.other")
    }

    @Test func downloadsFollowThePolicy() throws {
        let manifest = try manifest()
        #expect(
            manifest.allDownloads(for: nil).map(\.identifier).sorted() == [
                "desert", "forest", "speech-de", "speech-en",
            ])
        #expect(manifest.allDownloads(for: .install).map(\.identifier) == ["forest"])
        #expect(manifest.allDownloads(for: .install).allSatisfy { $0.isEssential })
        #expect(manifest.allDownloads(for: .update).map(\.identifier) == ["speech-de"])
        #expect(manifest.allDownloads(for: .periodic).map(\.identifier).sorted() == ["forest", "speech-de"])
        #expect(!manifest.allDownloads(for: .periodic).contains { $0.isEssential })
        let download = try #require(manifest.assetPack(withID: "forest")?.download(for: nil) as? BAURLDownload)
        #expect(download.request.url?.absoluteString == "https://cdn.example.org/p/forest")
        #expect(download.fileSize == 18204)
        #expect(download.applicationGroupIdentifier == "group.example")
        #expect(!download.isEssential)
        #expect(download.state == .created)
    }

    @Test func languagesAreMatchedWithFallbacks() throws {
        let manifest = try manifest()
        #expect(manifest.primaryLanguage == Locale.Language(identifier: "en-US"))
        #expect(manifest.availableLanguages == ["de", "en-US"].map { Locale.Language(identifier: $0) })
        func ids(_ language: String) -> [String] {
            manifest.localizedAssetPacks(for: Locale.Language(identifier: language)).map(\.id)
        }
        #expect(ids("de") == ["speech-de"])
        #expect(ids("de-AT") == ["speech-de"])
        #expect(ids("en-GB") == ["speech-en"])
        #expect(ids("ja") == ["speech-en"])
        #expect(manifest.localizedAssetPacks.count == 1)
        #expect(manifest.resolvedLanguage == nil)
    }
}
