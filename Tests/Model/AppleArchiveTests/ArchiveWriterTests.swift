// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import Glibc
import SystemSupport
import Testing

@Suite struct ArchiveWriterTests {
    /// Keeps what an archive is made of.
    final class Recorder: ArchiveWriterObserver {
        var bytes: [UInt8] = []
        var headers: [EntryHeader] = []
        var data: [[UInt8]] = []
        var ended = 0
        var blocks: [WrittenBlock] = []
        var stored: [[UInt8]] = []

        func entryBegan(_ header: EntryHeader, index: Int, size: Int) {
            #expect(index == headers.count)
            headers.append(header)
            data.append([])
        }
        func entryData(_ bytes: UnsafeRawBufferPointer) { data[data.count - 1] += bytes }
        func entryEnded() { ended += 1 }
        func blockFinished(_ block: WrittenBlock, framing: UnsafeRawBufferPointer, stored: UnsafeRawBufferPointer) {
            #expect(block.index == blocks.count && block.archiveLength == framing.count + stored.count)
            blocks.append(block)
            self.stored.append(Array(framing) + Array(stored))
        }
    }

    private static func write(
        _ options: ArchiveWriter.Options, _ body: (ArchiveWriter) async throws -> Void
    ) async throws -> Recorder {
        let recorder = Recorder()
        let writer = try ArchiveWriter(options: options, observer: recorder) { recorder.bytes += $0 }
        try await body(writer)
        let size = try await writer.finish()
        #expect(size == UInt64(recorder.bytes.count))
        return recorder
    }

    private static func sample(_ writer: ArchiveWriter) async throws {
        var generator = SeededGenerator(seed: 10)
        try await writer.addFile("Contents/a/deep/file.bin", bytes: generator.mixture(70_000))
        try await writer.addFile("Contents/a/empty", bytes: [])
        try await writer.addLink("Contents/a/link", to: "deep/file.bin")
        try await writer.addFile("Contents/noise", bytes: generator.noise(30_000), mode: 0o755)
        try await writer.addFolder("Contents/void")
        for index in 0..<300 { try await writer.addFile("many/\(index)", bytes: generator.mixture(index)) }
    }

    private static let paths =
        ["", "Contents", "Contents/a", "Contents/a/deep", "Contents/a/deep/file.bin", "Contents/a/empty"]
        + ["Contents/a/link", "Contents/noise", "Contents/void", "many"] + (0..<300).map { "many/\($0)" }

    private static func options(_ compression: Compression, _ concurrency: Int? = nil) -> ArchiveWriter.Options {
        ArchiveWriter.Options(compression: compression, blockSize: 4096, modified: 5, concurrency: concurrency)
    }

    @Test(arguments: Compression.allCases) func whatIsWrittenReadsBack(_ compression: Compression) async throws {
        let written = try await Self.write(Self.options(compression), Self.sample)
        #expect(written.headers.map(\.path) == Self.paths && written.ended == Self.paths.count)
        let read = try await EntryCollector.read(written.bytes)
        #expect(read.entries.map(\.header) == written.headers)
        #expect(read.entries.map(\.data) == written.data)
        #expect(read.entries.allSatisfy { $0.header.modified == EntryTime(seconds: 5) && $0.header.userID == 0 })
        #expect(read.entries[7].header.mode == 0o755 && read.entries[8].header.mode == 0o755)
        #expect(read.entries[6].header.linkTarget == "deep/file.bin" && read.entries[5].header.dataSize == 0)
    }

    @Test(arguments: Compression.allCases) func sameInputSameBytes(_ compression: Compression) async throws {
        let first = try await Self.write(Self.options(compression), Self.sample)
        for concurrency in [1, 4] {
            let second = try await Self.write(Self.options(compression, concurrency), Self.sample)
            #expect(second.bytes == first.bytes)
        }
    }

    /// Every block is where the observer was told, and a parser can start there with what it was told.
    @Test(arguments: Compression.allCases) func blocksAreWhereTheyAreSaidToBe(_ compression: Compression) async throws {
        let written = try await Self.write(Self.options(compression), Self.sample)
        let decoder = BlockDecoder(compression)
        let framing = compression == .none ? 0 : 16
        var offset = compression == .none ? 0 : 12
        var plain: [UInt8] = []
        for (block, stored) in zip(written.blocks, written.stored) {
            #expect(block.archiveOffset == UInt64(offset) && block.plainOffset == UInt64(plain.count))
            #expect(Array(written.bytes[offset..<offset + block.archiveLength]) == stored)
            #expect(block.plainLength == 4096 || block.index == written.blocks.count - 1)
            offset += block.archiveLength
            plain += try decoder.plain(Array(stored[framing...]), count: block.plainLength)
        }
        #expect(offset == written.bytes.count)
        var parser = EntryStreamParser()
        var starts: Set<String> = []
        for block in written.blocks {
            #expect(parser.position == block.start)
            let piece = Array(plain[Int(block.plainOffset)..<Int(block.plainOffset) + block.plainLength])
            if case .data(let entry, let data) = block.start {
                starts.insert("data")
                var second = try EntryStreamParser(resumingIn: written.headers[entry], index: entry, dataOffset: data)
                try piece.inPieces(of: .max) { try second.feed($0) { _ in } }
            } else {
                starts.insert("header")
            }
            try piece.inPieces(of: .max) { try parser.feed($0) { _ in } }
        }
        try parser.finish()
        #expect(starts.count == 2)
    }

    @Test func emptyArchives() async throws {
        for compression in Compression.allCases {
            let written = try await Self.write(Self.options(compression)) { _ in }
            #expect(written.headers.map(\.path) == [""])
            #expect(try await EntryCollector.read(written.bytes).entries.count == 1)
        }
    }

    @Test func takesFilesFromDescriptors() async throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 11)
        let content = generator.mixture(50_000)
        try folder.write(content, to: "file")
        let written = try await Self.write(Self.options(.zlib)) { writer in
            try await writer.addFile("f", from: try folder.directory().open("file"), size: 50_000)
        }
        #expect(written.data.last == content)
        for (size, actual) in [(49_999, 50_000), (50_001, 50_000)] as [(UInt64, UInt64)] {
            await #expect(throws: ArchiveError.sizeMismatch("f", declared: size, actual: actual)) {
                _ = try await Self.write(Self.options(.lz4)) { writer in
                    try await writer.addFile("f", from: try folder.directory().open("file"), size: size)
                }
            }
        }
    }

    @Test func writesToADescriptor() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.directory().open("x.aar", flags: O_WRONLY | O_CREAT)
        let writer = try ArchiveWriter(options: Self.options(.lzfse), to: file, name: "x.aar")
        try await Self.sample(writer)
        try await writer.finish()
        let expected = try await Self.write(Self.options(.lzfse), Self.sample)
        #expect(try folder.read("x.aar") == expected.bytes)
    }

    @Test func refusals() async throws {
        func refuse(_ error: ArchiveError, _ body: (ArchiveWriter) async throws -> Void) async {
            await #expect(throws: error) { _ = try await Self.write(Self.options(.none), body) }
        }
        await refuse(.unsafePath("../a", .parentReference)) { try await $0.addFile("../a", bytes: []) }
        await refuse(.unsafePath("/a", .absolute)) { try await $0.addFolder("/a") }
        await refuse(.duplicateEntry("a")) {
            try await $0.addFile("a", bytes: [])
            try await $0.addFile("a", bytes: [])
        }
        await refuse(.duplicateEntry("d")) {
            try await $0.addFile("d/a", bytes: [])
            try await $0.addFolder("d")
        }
        await refuse(.caseTwin("D/b")) {
            try await $0.addFile("d/a", bytes: [])
            try await $0.addFile("D/b", bytes: [])
        }
        await refuse(.parentIsNoFolder("a/b")) {
            try await $0.addFile("a", bytes: [])
            try await $0.addFile("a/b", bytes: [])
        }
        await refuse(.linkLeavesRoot("a", target: "../b")) { try await $0.addLink("a", to: "../b") }
        await refuse(.misuse("an archive was finished twice")) { try await $0.finish() }
        #expect(throws: ArchiveError.self) {
            _ = try ArchiveWriter(options: .init(blockSize: 1 << 30)) { _ in }
        }
    }

    @Test func whatTheSinkThrowsPassesThrough() async throws {
        struct Full: Error {}
        let writer = try ArchiveWriter(options: Self.options(.lz4)) { _ in throw Full() }
        await #expect(throws: Full.self) {
            try await Self.sample(writer)
            try await writer.finish()
        }
    }
}
