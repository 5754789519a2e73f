// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import Testing

@Suite struct NamespaceTests {
    @Test func findsFilesOfEveryPack() throws {
        let namespace = try Namespace(bytes: sampleWriter().bytes())
        #expect(namespace.generation == 7)
        #expect(namespace.packCount == 3)
        let entry = try #require(try namespace.lookup("Videos/Introduction.m4v"))
        #expect(entry == NamespaceEntry(packIndex: 2, size: 1_000, mode: 0o100_644))
        #expect(!entry.isFolder)
        #expect(
            try namespace.filePath(of: entry, at: "Videos/Introduction.m4v")
                == "tutorial/3/Contents/Videos/Introduction.m4v")
        #expect(try namespace.lookup("Videos/Deep/er/end.bin")?.mode == 0o100_755)
        #expect(try namespace.lookup("Speech/nur.wav")?.size == 0)
    }

    @Test func listsPacksSortedByID() throws {
        let packs = try Namespace(bytes: sampleWriter().bytes()).packs()
        #expect(packs.map(\.id) == ["speech-de", "speech-fr", "tutorial"])
        #expect(packs.map(\.version) == [12, 1, 3])
        #expect(packs.map(\.language) == ["de", "fr", nil])
        #expect(packs.map(\.size) == [34, 21, 1_016])
        #expect(packs.map(\.fileCount) == [3, 1, 3])
        #expect(packs.map(\.flags) == [[.obsolete], [.outOfDate], []])
    }

    @Test(arguments: ["Videos", "Videos/Deep", "Videos/Deep/er", "Speech", "Empty"])
    func hasFolders(_ path: String) throws {
        let entry = try #require(try Namespace(bytes: sampleWriter().bytes()).lookup(path))
        #expect(entry.isFolder)
        #expect(entry.size == 0)
    }

    @Test(arguments: [
        "", "/", "Videos/", "Videos/introduction.m4v", "shared.tx", "shared.txt/", "./shared.txt", "\0", "é",
    ])
    func lacksOtherPaths(_ path: String) throws {
        let namespace = try Namespace(bytes: sampleWriter().bytes())
        #expect(try namespace.lookup(path) == nil)
        #expect(try namespace.lookup(path, packID: "tutorial") == nil)
    }

    @Test func givenFoldersKeepTheirPermissions() throws {
        #expect(try Namespace(bytes: sampleWriter().bytes()).lookup("Empty")?.mode == 0o040_700)
    }

    @Test func firstPackByIDWinsACollision() throws {
        let namespace = try Namespace(bytes: sampleWriter().bytes())
        #expect(try namespace.lookup("shared.txt")?.size == 12)
        #expect(try namespace.owners(of: "shared.txt").map(\.size) == [12, 11])
        #expect(try namespace.owners(of: "nowhere").isEmpty)
        #expect(
            try namespace.collisions() == [
                NamespaceCollision(path: "Speech/hello.wav", packIDs: ["speech-de", "speech-fr"]),
                NamespaceCollision(path: "shared.txt", packIDs: ["speech-de", "tutorial"]),
            ])
    }

    @Test func searchesInOnePack() throws {
        let namespace = try Namespace(bytes: sampleWriter().bytes())
        #expect(try namespace.lookup("shared.txt", packID: "tutorial")?.size == 11)
        #expect(try namespace.lookup("shared.txt", packID: "speech-fr") == nil)
        #expect(try namespace.lookup("shared.txt", packID: "unknown") == nil)
        #expect(try namespace.pack(withID: "tutorial")?.version == 3)
        #expect(try namespace.pack(withID: "tutoria") == nil)
    }

    @Test func searchesInALanguage() throws {
        let namespace = try Namespace(bytes: sampleWriter().bytes())
        #expect(try namespace.lookup("Speech/hello.wav", language: "fr")?.size == 21)
        #expect(try namespace.lookup("Speech/hello.wav", language: "de")?.size == 22)
        #expect(try namespace.lookup("Speech/hello.wav", language: "it") == nil)
        #expect(try namespace.lookup("Videos/Introduction.m4v", language: "fr") == nil)
    }

    @Test func pathsAreComparedByBytes() throws {
        var writer = NamespaceWriter(generation: 1)
        try writer.add(
            NamespacePack(id: "a", version: 0),
            files: [.file("caf\u{e9}", size: 1), .file("cafe\u{301}", size: 2)])
        let namespace = try Namespace(bytes: writer.bytes())
        #expect(try namespace.lookup("caf\u{e9}")?.size == 1)
        #expect(try namespace.lookup("cafe\u{301}")?.size == 2)
    }

    @Test func emptyNamespaceIsReadable() throws {
        let namespace = try Namespace(bytes: NamespaceWriter(generation: .max).bytes())
        #expect(namespace.generation == .max)
        #expect(try namespace.packs().isEmpty)
        #expect(try namespace.lookup("a") == nil)
        #expect(try namespace.collisions().isEmpty)
    }

    @Test func aHundredThousandFilesAreFound() throws {
        var writer = NamespaceWriter(generation: 1)
        for pack in 0..<50 {
            try writer.add(
                NamespacePack(id: "pack-\(pack)", version: pack),
                files: (0..<2_000).map { .file("level-\(pack)/textures/\($0 % 40)/t\($0).ktx", size: Int64($0)) })
        }
        let namespace = try Namespace(bytes: writer.bytes())
        #expect(namespace.pathCount == 100_000 + 50 * 42)
        for pack in 0..<50 {
            for file in 0..<2_000 {
                let entry = try namespace.lookup("level-\(pack)/textures/\(file % 40)/t\(file).ktx")
                guard entry?.size == Int64(file) else {
                    Issue.record("file \(file) of pack \(pack) is \(String(describing: entry))")
                    return
                }
            }
        }
    }
}
