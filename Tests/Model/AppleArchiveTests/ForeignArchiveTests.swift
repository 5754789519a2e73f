// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import SystemSupport
import Testing

/// Archives that other programs have written, from `Tests/Fixtures/AppleArchives`.
@Suite struct ForeignArchiveTests {
    private static let folder: String = {
        // Tests/Model/AppleArchiveTests/<this file>
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return tests.joined(separator: "/") + "/Fixtures/AppleArchives"
    }()

    private static let names = [
        "aspose-lz4", "aspose-lzfse", "aspose-lzma", "aspose-store-crc", "aspose-store", "aspose-zlib", "neoaa-lzfse",
        "neoaa-raw", "neoaa-zlib",
    ]

    private static func bytes(_ name: String) throws -> [UInt8] {
        try Directory(opening: folder).open(name + ".aar").readAll(limit: 1 << 20, subject: name)
    }

    @Test(arguments: names) func reads(_ name: String) async throws {
        let bytes = try Self.bytes(name)
        let files = try await EntryCollector.read(bytes).files
        #expect(files["a.txt"] == Array("hello, asset pack\n".utf8))
        #expect(files["sub/b.h"]?.isEmpty == false)
        #expect(try await EntryCollector.read(bytes, piece: 1).files == files)
        // What one program has written holds the same files whatever the codec; what both have written is the same.
        let others = Self.names.filter { $0.prefix(4) == name.prefix(4) }
        for other in others { #expect(try await EntryCollector.read(Self.bytes(other)).files == files, "\(other)") }
        let reference = try await EntryCollector.read(Self.bytes("neoaa-raw")).files
        #expect(Set(reference.keys).isSuperset(of: ["Manifest.json", "a.txt", "sub/b.h", "sub/r.bin"]))
        for (path, data) in files { #expect(reference[path] == data, "\(path)") }
    }

    @Test(arguments: names) func extracts(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let extractor = try ArchiveExtractor(creating: "out", in: try folder.directory())
        let reader = ArchiveReader(consumer: extractor.receive)
        let file = try Directory(opening: Self.folder).open(name + ".aar")
        try await reader.read(from: file, name: name)
        try extractor.finish()
        let tree = try folder.tree("out")
        #expect(tree.contains("a.txt=hello, asset pack\n") && tree.contains("sub/"))
    }

    /// The one whose headers carry checksums: a changed byte is found.
    @Test func checksumsAreChecked() async throws {
        var bytes = try Self.bytes("aspose-store-crc")
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "hello, asset pack".utf8) })
        bytes[place] ^= 1
        let folder = try TemporaryFolder()
        let extractor = try ArchiveExtractor(creating: "out", in: try folder.directory())
        #expect(throws: ArchiveError.checksumMismatch("a.txt")) {
            var parser = EntryStreamParser()
            try bytes.inPieces(of: .max) { try parser.feed($0, extractor.receive) }
        }
        try extractor.discard()
        #expect(try folder.directory().names().isEmpty)
    }
}
