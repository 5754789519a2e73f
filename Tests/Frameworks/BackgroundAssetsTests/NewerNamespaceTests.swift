// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import BackgroundAssets
import Foundation
import IPCTestSupport
import ServiceInterface
import Testing

/// A service of a later major version writes a namespace that this process cannot read: the service is asked.
@Suite(.timeLimit(.minutes(2))) struct NewerNamespaceTests {
    private let service: FakeService
    private let manager: AssetPackManager

    init() throws {
        service = try FakeService()
        service.change { $0.isNewer = true }
        service.publish("Tutorial", version: 1, files: ["Videos/Introduction.m4v": "film", "both": "tutorial"])
        service.publish("Text", version: 2, files: ["both": "text"], language: "de")
        manager = AssetPackManager(environment: service.environment)
        try service.install("Tutorial")
        try service.install("Text")
    }

    @Test func foldersOfSeveralPacksAreOne() throws {
        service.publish("Level", version: 1, files: ["Videos/Deep/end.m4v": "end", "Maps/one": "1"])
        try service.install("Level")
        let url = try manager.url(for: "Videos")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
                == ["Deep", "Deep/end.m4v", "Introduction.m4v"])
        #expect(try String(contentsOf: url.appendingPathComponent("Deep/end.m4v"), encoding: .utf8) == "end")
        #expect(try manager.url(for: "Maps").path == service.packsPath + "/Level/1/Contents/Maps")
    }

    @Test func filesAreRead() throws {
        #expect(try manager.contents(at: "Videos/Introduction.m4v") == Data("film".utf8))
        #expect(try manager.contents(at: "both") == Data("text".utf8))
        #expect(try manager.contents(at: "both", searchingInAssetPackWithID: "Tutorial") == Data("tutorial".utf8))
        let german = Locale.Language(identifier: "de-DE")
        #expect(try manager.contents(at: "both", asLocalizedFor: german) == Data("text".utf8))
        let descriptor = try manager.descriptor(for: "Videos/Introduction.m4v")
        #expect(try descriptor.seek(offset: 0, from: .end) == 4)
        try descriptor.close()
        let url = try manager.url(for: "Videos/Introduction.m4v")
        #expect(try Data(contentsOf: url) == Data("film".utf8))
        #expect(throws: ManagedBackgroundAssetsError.self) { try manager.contents(at: "none") }
        #expect(throws: ManagedBackgroundAssetsError.self) {
            try manager.contents(at: "both", searchingInAssetPackWithID: "None")
        }
        #expect(!FileManager.default.fileExists(atPath: try manager.url(for: "none").path))
    }

    @Test func packsAreKnown() async throws {
        #expect(manager.assetPackIsAvailableLocally(withID: "Text"))
        #expect(!manager.assetPackIsAvailableLocally(withID: "None"))
        #expect(try manager.localVersion(ofAssetPackWithID: "Text") == 2)
        #expect(await manager.localStatus(ofAssetPackWithID: "Text") == .downloaded)
        #expect(await manager.locallyAvailableLanguages.map(\.minimalIdentifier) == ["de"])
        #expect(try await manager.localSize(ofAssetPackWithID: "Tutorial", calculationMethod: .logical) == 12)
        #expect(try await manager.localSize(ofAssetPackWithID: "Tutorial", calculationMethod: .allocated) > 0)
    }

    @Test func packsAreFetchedAndRemoved() async throws {
        service.publish("Level", version: 4, files: ["map": "m"])
        let level = try await manager.assetPack(withID: "Level")
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        try await manager.ensureLocalAvailability(of: level)
        #expect(try manager.contents(at: "map") == Data("m".utf8))
        var last = ""
        for await update in updates { last = update.description }
        #expect(last == "finished Level")
        try await manager.remove(assetPackWithID: "Level")
        #expect(!manager.assetPackIsAvailableLocally(withID: "Level"))
    }

    @Test func anOlderProcessReadsOnWhenTheServiceIsReplaced() async throws {
        let older = try FakeService()
        older.publish("Tutorial", version: 1, files: ["a": "b"])
        let manager = AssetPackManager(environment: older.environment)
        try older.install("Tutorial")
        #expect(try manager.contents(at: "a") == Data("b".utf8))
        older.change { $0.isNewer = true }
        older.publish("Level", version: 1, files: ["map": "m"])
        try older.install("Level")
        #expect(try manager.contents(at: "a") == Data("b".utf8))
        #expect(try manager.contents(at: "map") == Data("m".utf8))
    }
}
