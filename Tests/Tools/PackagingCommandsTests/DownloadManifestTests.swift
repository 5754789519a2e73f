// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import AssetPackModel
import Foundation
import PackagingCommands
import Testing
import ToolSupport

@Suite struct DownloadManifestTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @discardableResult
    private func publish(
        _ mode: ManifestPublication.Mode, _ platform: Platform, _ archives: [String], to name: String = "manifest.json",
        versions: [Int] = [], removing: [String] = [], base: String? = "https://cdn.example.org/p/", suffix: String = ""
    ) async throws -> ManifestPublication.Outcome {
        let path = workshop.path(name)
        let exists = FileManager.default.fileExists(atPath: path)
        var publisher = DownloadManifestPublisher(
            mode: mode, platform: platform,
            address: try base.map { try DownloadAddress(base: $0, archiveSuffix: suffix) }, archivePaths: archives,
            existingPath: exists || mode == .update ? path : nil, outputPath: path)
        publisher.versions = versions
        publisher.removing = removing
        publisher.isQuiet = true
        return try await publisher.publish(console: .standard)
    }

    private func manifest(_ name: String = "manifest.json") throws -> DownloadManifest {
        let manifest = try JSONDecoder().decode(DownloadManifest.self, from: Data(try workshop.bytes(name)))
        try manifest.validate()
        return manifest
    }

    private func expectPublicationError(_ message: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: PackagingError.self) { try await body() }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(message), "\(text)")
    }

    @Test func theLinuxFormTellsEverything() async throws {
        let archive = try await workshop.pack(
            "Level1", "text", policy: #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#,
            more: #", "language": "de", "userInfo": {"a": 1}"#)
        try await publish(.create, .linux, [archive], versions: [3])
        let manifest = try manifest()
        #expect(manifest.formatVersion == 1 && manifest.platform == "linux" && manifest.sequence == 1)
        #expect(manifest.removed == [])
        let entry = try #require(manifest.entry(withID: "Level1"))
        let bytes = try workshop.bytes("Level1.aar")
        let blocks = try workshop.bytes("Level1.blocks")
        #expect(entry.url == "https://cdn.example.org/p/Level1")
        #expect(entry.version == 3)
        #expect(entry.downloadSize == Int64(bytes.count))
        #expect(entry.sha256 == SHA256Digest.of(bytes))
        #expect(
            entry.blocks
                == .init(
                    url: "https://cdn.example.org/p/Level1.blocks", size: Int64(blocks.count),
                    sha256: SHA256Digest.of(blocks)))
        #expect(entry.installedSize == Int64(try BlockList(decoding: blocks).installedSize))
        #expect(entry.downloadPolicy == .prefetch([.firstInstallation]))
        #expect(entry.language == "de")
        #expect(entry.userInfo == .object(["a": .integer(1)]))
    }

    @Test(arguments: [Platform.iOS, .macOS, .tvOS, .visionOS])
    func applesFormHasApplesKeysOnly(platform: Platform) async throws {
        let archive = try await workshop.pack("Level1", "text", more: #", "userInfo": {"a": 1}"#)
        try await publish(.create, platform, [archive])
        guard
            case .object(let root) = try JSONTextParser.parse(
                SourceText(name: "m", bytes: try workshop.bytes("manifest.json"))
            ).value, case .array(let packs)? = root["assetPacks"], case .object(let pack)? = packs.first
        else {
            Issue.record("no manifest")
            return
        }
        #expect(root.keys.sorted() == ["assetPacks"])
        #expect(
            pack.keys.sorted()
                == ["downloadPolicy", "downloadSize", "host", "id", "url", "userInfo", "version"])
        #expect(pack["version"] == .integer(0))
    }

    @Test(arguments: [Platform.linux, .iOS])
    func nothingChangedMeansNoNewVersionAndNoNewFile(platform: Platform) async throws {
        let archives = [
            try await workshop.pack("One", "1", as: "any name.bin"), try await workshop.pack("Two", "2", as: "x.json"),
        ]
        try await publish(.create, platform, archives)
        let before = try workshop.bytes("manifest.json")
        for mode in [ManifestPublication.Mode.create, .update] {
            let outcome = try await publish(mode, platform, archives)
            #expect(outcome.isUnchanged)
            #expect(outcome.changes.map(\.kind) == [.unchanged, .unchanged])
            #expect(outcome.warnings.isEmpty)
            #expect(try workshop.bytes("manifest.json") == before)
        }
    }

    @Test(arguments: [Platform.linux, .iOS])
    func changedPacksGetTheNextVersionAndOthersStay(platform: Platform) async throws {
        let one = try await workshop.pack("One", "1")
        let two = try await workshop.pack("Two", "2")
        try await publish(.create, platform, [one, two], versions: [4, 7])
        // The same size, another content.
        _ = try await workshop.pack("Two", "3")
        let three = try await workshop.pack("Three", "3")
        let outcome = try await publish(.update, platform, [two, three])
        #expect(outcome.changes.map(\.id) == ["One", "Three", "Two"])
        #expect(outcome.changes.map(\.kind) == [.kept, .added, .updated])
        let manifest = try manifest()
        #expect(manifest.entry(withID: "One")?.version == 4)
        #expect(manifest.entry(withID: "Two")?.version == 8)
        #expect(manifest.entry(withID: "Three")?.version == 0)
        #expect(manifest.sequence == (platform == .linux ? 2 : nil))
    }

    @Test func withoutARecordApplesFormIsComparedByWhatItHas() async throws {
        let one = try await workshop.pack("One", "1")
        try await publish(.create, .iOS, [one])
        try workshop.remove("manifest.json.digests")
        let outcome = try await publish(.update, .iOS, [one])
        #expect(outcome.changes.map(\.kind) == [.unchanged])
        #expect(outcome.warnings.count == 1)
        try workshop.remove("manifest.json.digests")
        _ = try await workshop.pack("One", "another size")
        #expect(try await publish(.update, .iOS, [one]).changes.map(\.version) == [1])
        try workshop.write("damaged", to: "manifest.json.digests")
        #expect(try await publish(.update, .iOS, [one]).changes.map(\.version) == [1])
    }

    @Test("Versions only rise, also where another tool has written the manifest") func versionsOfAppleOnlyRise()
        async throws
    {
        let one = try await workshop.pack("One", "1")
        let two = try await workshop.pack("Two", "2")
        try await publish(.create, .iOS, [one, two], versions: [5, 0])
        // As Apple's tool leaves it.
        try workshop.remove("manifest.json.digests")
        try await publish(.update, .iOS, [], removing: ["One"], base: nil)
        await expectPublicationError("versions only rise") {
            try await publish(.update, .iOS, [one], versions: [5])
        }
        try await publish(.update, .iOS, [one])
        #expect(try manifest().entry(withID: "One")?.version == 6)
    }

    /// What another tool publishes in between is remembered too, and what it begins anew goes on above the rest.
    @Test func versionsRiseWhateverAnotherToolPublishes() async throws {
        let one = try await workshop.pack("One", "1")
        try await publish(.create, .iOS, [one], versions: [5])
        try workshop.remove("manifest.json.digests")
        try await publish(.update, .iOS, [try await workshop.pack("Two", "2")])
        // Another tool drops it, and this one publishes it again.
        try workshop.changeManifest { $0.removeAll { $0["id"] as? String == "One" } }
        try await publish(.update, .iOS, [one])
        #expect(try manifest().entry(withID: "One")?.version == 6)
        // And begins anew with it.
        try workshop.changeManifest { packs in
            for index in packs.indices where packs[index]["id"] as? String == "One" { packs[index]["version"] = 1 }
        }
        #expect(try manifest().entry(withID: "One")?.version == 1)
        _ = try await workshop.pack("One", "changed")
        await expectPublicationError("is at version 6") { try await publish(.update, .iOS, [one], versions: [3]) }
        try await publish(.update, .iOS, [one])
        #expect(try manifest().entry(withID: "One")?.version == 7)
    }

    @Test func versionsOnlyRise() async throws {
        let one = try await workshop.pack("One", "1")
        try await publish(.create, .linux, [one], versions: [5])
        await expectPublicationError("versions only rise") {
            try await publish(.create, .linux, [one], versions: [4])
        }
        try await publish(.update, .linux, [one], versions: [5])
        _ = try await workshop.pack("One", "changed")
        await expectPublicationError("has changed and is published as version 5 already") {
            try await publish(.update, .linux, [one], versions: [5])
        }
        try await publish(.update, .linux, [one], versions: [9])
        #expect(try manifest().entry(withID: "One")?.version == 9)
        await expectPublicationError("is negative") { try await publish(.update, .linux, [one], versions: [-1]) }
        await expectPublicationError("give one each") { try await publish(.update, .linux, [one], versions: [1, 2]) }
    }

    @Test func noPackVanishesUnnamed() async throws {
        let one = try await workshop.pack("One", "1")
        let two = try await workshop.pack("Two", "2")
        try await publish(.create, .linux, [one, two])
        let before = try workshop.bytes("manifest.json")
        await expectPublicationError("--remove Two") { try await publish(.create, .linux, [one]) }
        #expect(try workshop.bytes("manifest.json") == before)
        try await publish(.create, .linux, [one], removing: ["Two"])
        #expect(try manifest().removed == ["Two"])
        #expect(try manifest().assetPacks.map(\.id) == ["One"])
        try await publish(.update, .linux, [], removing: ["Two"], base: nil)
        await expectPublicationError("did you mean \"One\"") {
            try await publish(.update, .linux, [], removing: ["one"], base: nil)
        }
        await expectPublicationError("was taken back before") { try await publish(.update, .linux, [two]) }
        try await publish(.update, .linux, [two], versions: [1])
        #expect(try manifest().removed == [])
        await expectPublicationError("given and removed at once") {
            try await publish(.update, .linux, [two], removing: ["Two"])
        }
    }

    @Test func aPackThatComesBackHasNoOlderVersion() async throws {
        let one = try await workshop.pack("One", "1")
        try await publish(.create, .iOS, [one, try await workshop.pack("Two", "2")])
        try await publish(.update, .iOS, [try await workshop.pack("Two", "other")])
        #expect(try manifest().entry(withID: "Two")?.version == 1)
        let same = try await workshop.pack("Two", "other")
        try await publish(.create, .iOS, [one], removing: ["Two"])
        await expectPublicationError("versions only rise") { try await publish(.update, .iOS, [same], versions: [0]) }
        try await publish(.update, .iOS, [same])
        #expect(try manifest().entry(withID: "Two")?.version == 1)
        try await publish(.create, .iOS, [one], removing: ["Two"])
        try await publish(.update, .iOS, [try await workshop.pack("Two", "new")])
        #expect(try manifest().entry(withID: "Two")?.version == 2)
    }

    /// Its archive would lie where the blocks file of another pack does.
    @Test(arguments: [Platform.linux, .iOS])
    func idsOfBlocksFilesAreRefused(platform: Platform) async throws {
        var bytes: [UInt8] = []
        let writer = try ArchiveWriter(options: .init(compression: .lz4)) { bytes.append(contentsOf: $0) }
        try await writer.addFile(
            "Manifest.json", bytes: Array(#"{"assetPackID": "A.blocks", "downloadPolicy": {"onDemand": {}}}"#.utf8))
        try await writer.finish()
        let archive = try workshop.write(bytes, to: "other.aar")
        let error = await #expect(throws: PackagingError.self) { try await publish(.create, platform, [archive]) }
        let text = error?.description ?? ""
        #expect(text.contains("other.aar") && text.contains("\"A.blocks\" ends in \".blocks\""), "\(text)")
        #expect(error?.exitCode == .badInput)
        #expect(throws: PackagingError.self) {
            try DownloadAddress(base: "https://x.example", archiveSuffix: ".blocks")
        }
    }

    /// The lock on the manifest once closed descriptor 0, and the next file that was opened stood in its place.
    @Test func standardInputStaysWhatItIs() async throws {
        func standardInput() -> (UInt64, UInt64) {
            var status = stat()
            return fstat(0, &status) == 0 ? (UInt64(status.st_dev), UInt64(status.st_ino)) : (0, 0)
        }
        let one = try await workshop.pack("One", "1")
        let before = standardInput()
        try await publish(.create, .linux, [one])
        #expect(standardInput() == before)
    }

    @Test func filesThatPacksShareAreTold() async throws {
        func pack(_ id: String) async throws -> String {
            try workshop.write("x", to: "shared.txt")
            let manifest = try workshop.manifest(#"{"file": "shared.txt"}"#, id: id, to: "\(id).json")
            try await workshop.package(manifest, to: "\(id).aar")
            return workshop.path("\(id).aar")
        }
        func told(_ mode: ManifestPublication.Mode, _ platform: Platform, _ archives: [String]) async throws -> String {
            let log = workshop.path("log-\(UUID().uuidString)")
            let descriptor = open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(descriptor) }
            let path = workshop.path("\(platform.rawValue).json")
            let publisher = DownloadManifestPublisher(
                mode: mode, platform: platform, address: try DownloadAddress(base: "https://x.example"),
                archivePaths: archives, existingPath: mode == .update ? path : nil, outputPath: path)
            try await publisher.publish(console: Console(output: descriptor, error: descriptor))
            return try String(contentsOfFile: log, encoding: .utf8)
        }
        let warning = "One, Two share the path shared.txt"
        let (one, two) = (try await pack("One"), try await pack("Two"))
        for platform in [Platform.iOS, .linux] {
            // Apple's tool makes no blocks files.
            try? workshop.remove("One.blocks")
            try? workshop.remove("Two.blocks")
            let text = try await told(.create, platform, [one, two])
            #expect(text.contains(warning), "\(text)")
        }
        for platform in [Platform.iOS, .linux] {
            let text = try await told(.update, platform, [two])
            #expect(text.contains(warning), "\(text)")
            // A blocks file of another archive tells nothing.
            try workshop.write(try workshop.bytes("Two.blocks"), to: "One.blocks")
            #expect(try await !told(.update, platform, [two]).contains(warning))
            _ = try await pack("One")
        }
    }

    /// A wrong command line is told from a fault in what was read.
    @Test func wrongCommandLinesHaveTheStatusOfSuch() async throws {
        let one = try await workshop.pack("One", "1")
        try await publish(.create, .linux, [one], versions: [3])
        func status(
            _ archives: [String], platform: Platform = .linux, versions: [Int] = [], removing: [String] = []
        ) async -> ToolExitCode? {
            await #expect(throws: PackagingError.self) {
                try await publish(.create, platform, archives, versions: versions, removing: removing)
            }?.exitCode
        }
        #expect(await status([one, one]) == .usage)
        #expect(await status([one], versions: [1, 2]) == .usage)
        #expect(await status([one], versions: [-1]) == .usage)
        #expect(await status([one], versions: [1]) == .usage)
        #expect(await status([one], removing: ["One"]) == .usage)
        #expect(await status([one], removing: ["Other"]) == .usage)
        #expect(await status([], removing: []) == .usage)
        #expect(await status([one], platform: .iOS) == .usage)
    }

    @Test func unknownKeysAndOrderStay() async throws {
        let one = try await workshop.pack("One", "1")
        try workshop.write(
            """
            {"assetPacks": [{"id": "Zero", "url": "https://x.example/Zero", "version": 7, "downloadSize": 5, "future": [1],
              "downloadPolicy": {"onDemand": {}}, "host": {"thirdParty": {}}}], "note": "mine"}
            """, to: "manifest.json")
        try await publish(.update, .iOS, [one])
        let text = try workshop.text("manifest.json")
        #expect(text.contains("\"future\"") && text.contains("\"note\": \"mine\""))
        #expect(try manifest().assetPacks.map(\.id) == ["Zero", "One"])
    }

    @Test func anotherAddressIsNoNewVersion() async throws {
        let one = try await workshop.pack("One", "1")
        try await publish(.create, .linux, [one])
        let outcome = try await publish(.update, .linux, [one], base: "https://other.example/x", suffix: ".aar")
        #expect(outcome.changes.map(\.kind) == [.readdressed])
        #expect(try manifest().entry(withID: "One")?.url == "https://other.example/x/One.aar")
        #expect(try manifest().entry(withID: "One")?.version == 0)
    }

    @Test func refusesWhatDoesNotFit() async throws {
        let phone = try await workshop.pack("Phone", "1", more: #", "platforms": ["iOS"]"#)
        await expectPublicationError("not for Linux") { try await publish(.create, .linux, [phone]) }
        let copy = try workshop.write(try workshop.bytes("Phone.aar"), to: "copy.aar")
        await expectPublicationError("are both the pack Phone") { try await publish(.create, .iOS, [phone, copy]) }
        try await publish(.create, .iOS, [phone], to: "ios.json")
        let any = try await workshop.pack("Any", "1")
        try await publish(.create, .linux, [any], to: "linux.json")
        await expectPublicationError("has Apple's form") { try await publish(.update, .linux, [any], to: "ios.json") }
        await expectPublicationError("is a manifest for Linux") {
            try await publish(.update, .macOS, [any], to: "linux.json")
        }
        await expectPublicationError("--download-base-url") {
            try await publish(.update, .linux, [any], to: "linux.json", base: nil)
        }
        let text = try workshop.write("no archive", to: "text.aar")
        await expectPublicationError("not an Apple Archive") { try await publish(.create, .linux, [text]) }
        await expectPublicationError("there is no file") {
            try await publish(.create, .linux, [workshop.path("missing.aar")])
        }
        try workshop.write("[]", to: "broken.json")
        await expectPublicationError("this is no download manifest") {
            try await publish(.create, .linux, [any], to: "broken.json")
        }
        #expect(try workshop.text("broken.json") == "[]")
    }

    @Test(arguments: [
        "http://x.example/", "x.example", "https://", "https:///p", "https://x.example/p?q=1", "https://x.example/#a",
        "https://x.example/a b", "https://:443/",
    ])
    func refusesBaseURLs(base: String) { #expect(throws: PackagingError.self) { try DownloadAddress(base: base) } }

    @Test func addressesJoinWithOneSlash() throws {
        for base in ["https://x.example/p", "https://x.example/p/", "https://x.example/p//"] {
            #expect(try DownloadAddress(base: base).archive("A") == "https://x.example/p/A")
        }
        #expect(
            try DownloadAddress(base: "https://x.example", archiveSuffix: ".aar").archive("A")
                == "https://x.example/A.aar")
        #expect(throws: PackagingError.self) { try DownloadAddress(base: "https://x.example", archiveSuffix: "/x") }
    }
}
