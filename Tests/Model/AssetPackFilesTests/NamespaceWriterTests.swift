// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import Testing

@Suite struct NamespaceWriterTests {
    @Test(
        arguments: [
            "", "/absolute", "a//b", "a/", "./a", "a/./b", "..", "a/../b", "a\0b", String(repeating: "n", count: 256),
            String(repeating: "abc/", count: 1_100) + "x",
        ])
    func refusesPathsThatLeaveThePack(_ path: String) throws {
        var writer = NamespaceWriter(generation: 1)
        #expect(throws: NamespaceError.self) {
            try writer.add(NamespacePack(id: "a", version: 1), files: [.file("good", size: 1), .file(path, size: 1)])
        }
        // What was refused leaves nothing behind.
        try writer.add(NamespacePack(id: "a", version: 1), files: [.file("other", size: 1)])
        let namespace = try Namespace(bytes: writer.bytes())
        #expect(try namespace.lookup("good") == nil)
        #expect(try namespace.lookup("other") != nil)
        #expect(namespace.pathCount == 1)
    }

    @Test(arguments: ["", "..", "a/b", "ü", String(repeating: "a", count: 129)])
    func refusesInvalidPackIDs(_ id: String) {
        var writer = NamespaceWriter(generation: 1)
        #expect(throws: NamespaceError.self) { try writer.add(NamespacePack(id: id, version: 1), files: []) }
    }

    @Test func refusesRepeatedPacksAndPaths() throws {
        var writer = NamespaceWriter(generation: 1)
        try writer.add(NamespacePack(id: "a", version: 1), files: [])
        #expect(throws: NamespaceError.invalidInput(pack: "a", reason: "it was added before")) {
            try writer.add(NamespacePack(id: "a", version: 2), files: [])
        }
        #expect(throws: NamespaceError.invalidInput(pack: "b", reason: "the path x/y is there twice")) {
            try writer.add(NamespacePack(id: "b", version: 1), files: [.file("x/y", size: 1), .file("x/y", size: 1)])
        }
        #expect(throws: NamespaceError.invalidInput(pack: "b", reason: "the path x is there twice")) {
            try writer.add(NamespacePack(id: "b", version: 1), files: [.file("x/y", size: 1), .file("x", size: 1)])
        }
        #expect(throws: NamespaceError.self) {
            try writer.add(NamespacePack(id: "b", version: 1), files: [.file("z", size: -1)])
        }
        #expect(throws: NamespaceError.self) {
            try writer.add(
                NamespacePack(id: "b", version: 1), files: [NamespaceFile(path: "link", size: 1, mode: 0o120_777)])
        }
        #expect(throws: NamespaceError.self) {
            try writer.add(
                NamespacePack(id: "b", version: 1), files: [.file("l", size: .max), .file("m", size: .max)])
        }
    }

    @Test func theOrderOfPacksAndFilesDoesNotMatter() throws {
        let packs: [(NamespacePack, [NamespaceFile])] = [
            (NamespacePack(id: "b", version: 1), [.file("x/2", size: 2), .file("x/1", size: 1)]),
            (NamespacePack(id: "a", version: 1), [.file("x/1", size: 3), .folder("x")]),
        ]
        var forward = NamespaceWriter(generation: 1)
        for (pack, files) in packs { try forward.add(pack, files: files) }
        var backward = NamespaceWriter(generation: 1)
        for (pack, files) in packs.reversed() { try backward.add(pack, files: files.reversed()) }
        #expect(forward.bytes() == backward.bytes())
    }
}
