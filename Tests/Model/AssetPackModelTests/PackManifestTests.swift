// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct PackManifestTests {
    private func parse(_ text: String) throws -> PackManifest {
        try PackManifest(parsing: SourceText(name: "a.aar:Manifest.json", bytes: Array(text.utf8)))
    }

    @Test func passesOverUnknownKeysAndPlatforms() throws {
        let manifest = try parse(
            #"{"assetPackID": "a", "created": 1, "downloadPolicy": {"onDemand": {}}, "platforms": ["watchOS"]}"#)
        #expect(manifest.platforms == ["watchOS"])
        #expect(!manifest.supports(.linux))
        #expect(!manifest.supports(.iOS))
    }

    @Test func noPlatformsMeansAll() throws {
        let manifest = try parse(#"{"assetPackID": "a", "downloadPolicy": {"onDemand": {}}}"#)
        #expect(Platform.allCases.allSatisfy(manifest.supports))
    }

    @Test(arguments: [
        "[]", "{}", #"{"assetPackID": "a"}"#, #"{"assetPackID": 1, "downloadPolicy": {"onDemand": {}}}"#,
        #"{"assetPackID": "../a", "downloadPolicy": {"onDemand": {}}}"#,
        #"{"assetPackID": "a", "downloadPolicy": {"onDemand": {}}, "platforms": [1]}"#,
    ])
    func refuses(text: String) { #expect(throws: SourceError.self) { try parse(text) } }
}
