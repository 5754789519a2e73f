// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import Testing

@testable import AssetService

@Suite struct ManifestParserTests {
    private func parse(_ text: String) throws -> DownloadManifest {
        try ManifestParser.parse(Data(text.utf8), bundleID: "com.example.game", url: "https://host/manifest")
    }

    private func entry(_ id: String = "pack", extra: String = "", url: String = "https://host/p") -> String {
        """
        {"id": "\(id)", "url": "\(url)", "version": 1, "downloadSize": 10, "downloadPolicy": {"onDemand": {}}\(extra)}
        """
    }

    @Test func applesFormAndUnknownKeysAreRead() throws {
        let manifest = try parse(
            """
            {"assetPacks": [\(entry(extra: #", "host": {"thirdParty": {}}, "userInfo": {"a": [1, "b", null]}, "new": 1"#))],
             "somethingNew": {}}
            """)
        #expect(manifest.assetPacks.map(\.id) == ["pack"])
        #expect(manifest.assetPacks.first?.userInfo == .object(["a": .array([.integer(1), .string("b"), .null])]))
    }

    struct BadManifest: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let cause: String
    }

    static let badManifests: [BadManifest] = [
        .init(testDescription: "HTML", text: "<html><body>Log in</body></html>", cause: "<html>"),
        .init(
            testDescription: "HTML of several lines", text: "<!DOCTYPE html>\r\n<html>\u{1b}[2J",
            cause: "\"<!DOCTYPE html> <html> [2J\""),
        .init(
            testDescription: "of another platform", text: #"{"assetPacks": [], "platform": "ios"}"#,
            cause: "it is for the platform ios"),
        .init(testDescription: "empty", text: "", cause: "it is empty"),
        .init(
            testDescription: "truncated", text: #"{"assetPacks": [{"id": "a""#,
            cause: "cut off (line 1, column 17: this object is never closed"),
        .init(
            testDescription: "a fraction",
            text:
                #"{"assetPacks":[{"id":"a","url":"u","version":1,"downloadSize":1.5,"downloadPolicy":{"onDemand":{}}}]}"#,
            cause: "a fraction where a whole one"),
        .init(testDescription: "no packs key", text: "{}", cause: "\"assetPacks\" is missing"),
        .init(
            testDescription: "deep", text: #"{"assetPacks": "# + String(repeating: "[", count: 100_000),
            cause: "deeper than 64"),
        .init(
            testDescription: "negative size",
            text:
                #"{"assetPacks":[{"id":"a","url":"u","version":1,"downloadSize":-5,"downloadPolicy":{"onDemand":{}}}]}"#,
            cause: "downloadSize -5"),
        .init(
            testDescription: "size over 64 bits",
            text:
                #"{"assetPacks":[{"id":"a","url":"u","version":1,"downloadSize":1e30,"downloadPolicy":{"onDemand":{}}}]}"#,
            cause: "a number in it is out of range"),
        .init(
            testDescription: "negative version",
            text:
                #"{"assetPacks":[{"id":"a","url":"u","version":-1,"downloadSize":5,"downloadPolicy":{"onDemand":{}}}]}"#,
            cause: "negative version"),
        .init(
            testDescription: "unknown policy",
            text:
                #"{"assetPacks":[{"id":"a","url":"u","version":1,"downloadSize":5,"downloadPolicy":{"sometimes":{}}}]}"#,
            cause: "exactly one of essential, prefetch and onDemand"),
        .init(
            testDescription: "http",
            text:
                #"{"assetPacks":[{"id":"a","url":"http://h/a","version":1,"downloadSize":5,"downloadPolicy":{"onDemand":{}}}]}"#,
            cause: "only https"),
        .init(
            testDescription: "path in ID",
            text:
                #"{"assetPacks":[{"id":"../a","url":"u","version":1,"downloadSize":5,"downloadPolicy":{"onDemand":{}}}]}"#,
            cause: "ID is invalid"),
        .init(testDescription: "newer form", text: #"{"assetPacks":[],"formatVersion":2}"#, cause: "formatVersion 2"),
    ]

    @Test(arguments: badManifests)
    func aBadManifestIsRefusedWithItsCause(_ bad: BadManifest) {
        let error = #expect(throws: ManifestError.self) { try parse(bad.text) }
        let text = error?.description ?? ""
        #expect(text.contains(bad.cause), "\(text)")
        #expect(text.contains("com.example.game"), "\(text)")
    }

    @Test func duplicateIDsAreRefused() {
        let error = #expect(throws: ManifestError.self) {
            try parse(#"{"assetPacks": [\#(entry("same")), \#(entry("same"))]}"#)
        }
        #expect(error?.description.contains("lists the pack same twice") == true)
    }
}
