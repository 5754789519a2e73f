// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetStore
import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@Suite struct PackContentTests {
    private func stage(_ folder: TemporaryFolder, _ name: String, _ text: String) throws -> String {
        try folder.write(text, to: "spool/\(name)/Contents/file.txt")
        return folder.path("spool/\(name)")
    }

    private let files = [NamespaceFile.file("file.txt", size: 3)]

    @Test func aVersionIsSeenWithTheNextGenerationAndTheOldOneGoesWithItsLastReader() async throws {
        try await TemporaryFolder.with { folder in
            let content = PackContent(packsPath: folder.path("packs"))
            let visible = { (version: Int) in
                PackContent.Visible(
                    packID: "p", version: version, language: nil, isOutOfDate: false, isObsolete: false)
            }
            try content.install(
                stagedPath: stage(folder, "one", "one"), bundleID: "a", packID: "p", version: 1, files: files)
            #expect(try content.publish([visible(1)], bundleID: "a").isEmpty)
            let root = try Directory(opening: folder.path("packs/a"))
            var reader: Namespace? = try Namespace(in: root)
            #expect(try reader?.pack(withID: "p")?.version == 1)

            try content.install(
                stagedPath: stage(folder, "two", "two"), bundleID: "a", packID: "p", version: 2, files: files)
            #expect(try content.publish([visible(2)], bundleID: "a").isEmpty)
            try content.collect(bundleID: "a", keeping: ["p": 2])
            #expect(try Namespace(in: root).pack(withID: "p")?.version == 2)
            // The first reader still has its generation, and so its version.
            #expect(FileManager.default.fileExists(atPath: folder.path("packs/a/p/1/Contents/file.txt")))
            #expect(try reader?.lookup("file.txt") != nil)
            reader = nil
            try content.collect(bundleID: "a", keeping: ["p": 2])
            #expect(!FileManager.default.fileExists(atPath: folder.path("packs/a/p/1")))
            #expect(FileManager.default.fileExists(atPath: folder.path("packs/a/p/2/Contents/file.txt")))

            #expect(try content.publish([], bundleID: "a").isEmpty)
            try content.collect(bundleID: "a", keeping: [:])
            #expect(!FileManager.default.fileExists(atPath: folder.path("packs/a/p")))
        }
    }

    /// What is left by a kill, or was damaged since, is found at the next start; of the rest nothing is written.
    @Test(arguments: ["", "unpublished", "another version", "another pack", "damaged", "gone", "flags"])
    func whatIsOutOfLineIsFound(_ change: String) async throws {
        try await TemporaryFolder.with { folder in
            let content = PackContent(packsPath: folder.path("packs"))
            #expect(content.isInLine([], bundleID: "a"))
            var visible = PackContent.Visible(
                packID: "p", version: 1, language: nil, isOutOfDate: false, isObsolete: false)
            #expect(!content.isInLine([visible], bundleID: "a"))
            try content.install(
                stagedPath: stage(folder, "one", "one"), bundleID: "a", packID: "p", version: 1, files: files)
            if change != "unpublished" { #expect(try content.publish([visible], bundleID: "a").isEmpty) }
            switch change {
            case "another version", "another pack":
                let id = change == "another pack" ? "q" : "p"
                try content.install(
                    stagedPath: stage(folder, "two", "two"), bundleID: "a", packID: id, version: 2, files: files)
            case "damaged": try folder.write("garbage", to: "packs/a/p/1/index")
            case "gone": try FileManager.default.removeItem(atPath: folder.path("packs/a/p"))
            case "flags": visible.isObsolete = true
            default: break
            }
            #expect(content.isInLine([visible], bundleID: "a") == change.isEmpty)
        }
    }

    @Test func aDamagedPackIsLeftOutAndTheOthersAreShown() async throws {
        try await TemporaryFolder.with { folder in
            let content = PackContent(packsPath: folder.path("packs"))
            for name in ["p", "q", "r"] {
                try content.install(
                    stagedPath: stage(folder, name, name), bundleID: "a", packID: name, version: 1, files: files)
            }
            try folder.write("garbage", to: "packs/a/p/1/index")
            try FileManager.default.removeItem(atPath: folder.path("packs/a/q"))
            let damaged = try content.publish(
                ["p", "q", "r"].map {
                    .init(packID: $0, version: 1, language: nil, isOutOfDate: false, isObsolete: false)
                }, bundleID: "a")
            #expect(damaged == ["p", "q"])
            #expect(try Namespace(in: Directory(opening: folder.path("packs/a"))).packs().map(\.id) == ["r"])
        }
    }
}
