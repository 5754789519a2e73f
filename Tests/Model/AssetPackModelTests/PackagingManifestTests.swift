// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct PackagingManifestTests {
    private func parse(_ text: String) throws -> PackagingManifest {
        try PackagingManifest(parsing: SourceText(name: "Manifest.json", bytes: Array(text.utf8)))
    }

    private func manifest(
        id: String = #""Tutorial""#, policy: String = #"{"onDemand": {}}"#, selectors: String = #"[{"file": "a"}]"#,
        more: String = ""
    ) -> String {
        #"{"assetPackID": \#(id), "downloadPolicy": \#(policy), "fileSelectors": \#(selectors)\#(more)}"#
    }

    @Test func readsEverything() throws {
        let manifest = try parse(
            """
            {
              // All that there is.
              "assetPackID": "Tutorial",
              "downloadPolicy": { "essential": { "installationEventTypes": ["firstInstallation"] } },
              "fileSelectors": [
                { "file": "a/./b.txt" }, { "directory": "c/" }, { "directory": "." }, { "filePattern": "**/*.png" },
                { "fileSource": "d", "fileDestination": "e/f" },
                { "directoryDestination": "h", "directorySource": "g" },
                { "fileExclusion": "**/.DS_Store" },
              ],
              "platforms": ["iOS", "Linux"],
              "sourceRoot": "../assets",
              "language": "zh-Hant-TW",
              "userInfo": { "level": 1 },
            }
            """)
        #expect(manifest.assetPackID == "Tutorial")
        #expect(manifest.downloadPolicy == .essential([.firstInstallation]))
        #expect(
            manifest.fileSelectors.map(\.kind) == [
                .file("a/b.txt"), .directory("c"), .directory(""), .filePattern("**/*.png"),
                .renamedFile(source: "d", destination: "e/f"), .renamedDirectory(source: "g", destination: "h"),
                .fileExclusion("**/.DS_Store"),
            ])
        #expect(manifest.platforms == [.iOS, .linux])
        #expect(manifest.sourceRoot == "../assets")
        #expect(manifest.language == "zh-Hant-TW")
        #expect(manifest.userInfo == .object(["level": .integer(1)]))
    }

    @Test func takesPlatformsAsOptional() throws {
        #expect(try parse(manifest()).platforms.isEmpty)
        #expect(try parse(manifest(more: #", "platforms": []"#)).platforms.isEmpty)
    }

    @Test(arguments: [
        (#"{"essential": {"installationEventTypes": ["firstInstallation", "subsequentUpdate"]}}"#, "essential"),
        (#"{"prefetch": {"installationEventTypes": ["subsequentUpdate"]}}"#, "prefetch"),
        (#"{"onDemand": {}}"#, "onDemand"),
    ])
    func readsPolicies(text: String, name: String) throws {
        #expect(try parse(manifest(policy: text)).downloadPolicy.name == name)
    }

    @Test(arguments: [
        (#"{}"#, "exactly one of"),
        (#"{"onDemand": {}, "prefetch": {"installationEventTypes": ["firstInstallation"]}}"#, "exactly one of"),
        (#"{"ondemand": {}}"#, "did you mean \"onDemand\""),
        (#"{"onDemand": {"installationEventTypes": []}}"#, "onDemand takes none"),
        (#"{"onDemand": true}"#, "is an object"),
        (#"{"essential": {}}"#, "needs \"installationEventTypes\""),
        (#"{"essential": {"installationEventTypes": []}}"#, "at least one"),
        (#"{"essential": {"installationEventTypes": ["firstInstall"]}}"#, "did you mean \"firstInstallation\""),
        (
            #"{"essential": {"installationEventTypes": ["firstInstallation", "firstInstallation"]}}"#, "comes twice"
        ),
        (#"{"essential": {"installationEventTypes": "firstInstallation"}}"#, "is an array"),
        (#""onDemand""#, "is an object"),
    ])
    func refusesPolicies(text: String, message: String) { expectFault(manifest(policy: text), message) }

    @Test(arguments: [
        ("[]", "at least one selector"), ("{}", "is an array"), (#"["a"]"#, "is an object"), ("[{}]", "has one of"),
        (#"[{"path": "a"}]"#, "no key \"path\""), (#"[{"fle": "a"}]"#, "did you mean \"file\""),
        (#"[{"file": "a", "directory": "b"}]"#, "do not go together"),
        (#"[{"fileSource": "a"}]"#, "needs \"fileDestination\""),
        (#"[{"directoryDestination": "a"}]"#, "needs \"directorySource\""),
        (#"[{"fileSource": "a", "directoryDestination": "b"}]"#, "do not go together"),
        (#"[{"file": 1}]"#, "is a string"), (#"[{"file": ""}]"#, "is empty"), (#"[{"file": "/a"}]"#, "leading slash"),
        (#"[{"file": "a/../../b"}]"#, "may not leave"), (#"[{"file": "."}]"#, "names a folder"),
        (#"[{"file": "a\u0000b"}]"#, "NUL"), (#"[{"fileSource": "a", "fileDestination": "../b"}]"#, "may not leave"),
        (#"[{"file": "a/"}]"#, "file names a file"),
        (#"[{"fileSource": "a/.", "fileDestination": "b"}]"#, "no slash after"),
        (#"[{"fileSource": "a", "fileDestination": "d/"}]"#, "fileDestination names a file, and \"d/\" a folder"),
    ])
    func refusesSelectors(text: String, message: String) { expectFault(manifest(selectors: text), message) }

    @Test(arguments: [
        (#", "platforms": ["iPadOS"]"#, "reach iPads too"), (#", "platforms": ["ipados"]"#, "reach iPads too"),
        (#", "platforms": ["linux"]"#, "did you mean \"Linux\""), (#", "platforms": ["iOS", "iOS"]"#, "comes twice"),
        (#", "platforms": "iOS""#, "is an array"), (#", "language": "english!""#, "a language is a tag"),
        (#", "language": "en_US""#, "with hyphens"), (#", "language": "en-US-x-private""#, "a language is a tag"),
        (#", "userInfo": [1]"#, "userInfo is an object"), (#", "sourceRoot": """#, "sourceRoot is empty"),
        (#", "sourceroot": ".""#, "did you mean \"sourceRoot\""), (#", "colour": 1"#, "no key \"colour\""),
    ])
    func refusesOtherKeys(text: String, message: String) { expectFault(manifest(more: text), message) }

    @Test(arguments: [#""a b""#, #""""#, #"".""#, #"".."#, #""a/b""#, #""é""#, "1"])
    func refusesIDs(id: String) { #expect(throws: SourceError.self) { try parse(manifest(id: id)) } }

    @Test func namesMissingKeys() {
        expectFault("{}", "the key \"assetPackID\" is missing")
        for id in ["A.blocks", "A.Blocks", ".blocks"] { expectFault(manifest(id: "\"\(id)\""), "ends in \".blocks\"") }
        expectFault(#"{"assetPackID": "a"}"#, "is missing")
        expectFault("[]", "the manifest is an object")
    }

    @Test func pointsAtTheVeryPlace() {
        let text = "{\n  \"assetPackID\": \"Tutorial\",\n  \"downloadPolicy\": { \"onDemnd\": {} }\n}"
        let error = #expect(throws: SourceError.self) { try parse(text + "\n") }
        #expect(error?.description.hasPrefix("Manifest.json:1:1: error: ") == true)
        let complete =
            text.replacing("{ \"onDemnd\"", with: "{ \"onDemnd\"").dropLast(2)
            + ", \"fileSelectors\": [{\"file\":\"a\"}]}"
        let second = #expect(throws: SourceError.self) { try parse(String(complete)) }
        #expect(second?.line == 3)
        #expect(second?.column == 23)
    }

    @Test func embeddedTextIsReadAgainAndHasNoSourceRoot() throws {
        let manifest = try parse(
            manifest(
                selectors: #"[{"directorySource": ".", "directoryDestination": "x"}, {"fileExclusion": "*.tmp"}]"#,
                more: #", "sourceRoot": "build", "language": "de", "userInfo": {"a": [1.5]}, "platforms": ["tvOS"]"#))
        let source = SourceText(name: "x", bytes: Array(manifest.embeddedText.utf8))
        let again = try PackagingManifest(parsing: source)
        #expect(again.sourceRoot == nil)
        #expect(again.fileSelectors.map(\.kind) == manifest.fileSelectors.map(\.kind))
        let pack = try PackManifest(parsing: source)
        #expect(
            pack
                == PackManifest(
                    assetPackID: "Tutorial", downloadPolicy: .onDemand, platforms: ["tvOS"], language: "de",
                    userInfo: .object(["a": .array([.number(1.5)])])))
    }

    private func expectFault(_ text: String, _ message: String) {
        let error = #expect(throws: SourceError.self) { try parse(text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
    }
}
