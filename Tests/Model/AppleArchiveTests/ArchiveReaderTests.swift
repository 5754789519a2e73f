// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import SystemSupport
import Testing

@Suite struct ArchiveReaderTests {
    /// A stream of some files, the last of which is `size` bytes long.
    private static func stream(_ size: Int) -> (bytes: [UInt8], files: [String: [UInt8]]) {
        var generator = SeededGenerator(seed: 8)
        let files = ["a": Array("first".utf8), "b": [], "c": generator.mixture(size)]
        let entries = ["a", "b", "c"].map { RawEntry("F", $0, data: files[$0]) }
        return (entries.bytes, files)
    }

    @Test(arguments: Compression.allCases) func everyCodec(_ compression: Compression) async throws {
        let (stream, files) = Self.stream(150_000)
        for sizes in [[1 << 20], [1000], [70_000, 3, 20_000, 1]] {
            let archive = RawContainer.wrap(stream, compression, sizes: sizes)
            for concurrency in [1, 3] {
                let read = try await EntryCollector.read(archive, piece: 10_007, concurrency: concurrency)
                #expect(read.files == files)
                #expect(read.entries.allSatisfy { $0.isComplete })
            }
        }
    }

    /// Blocks that are too large to hold are decoded by other code, which must agree.
    @Test(arguments: Compression.allCases.filter { $0 != .none })
    func largeBlocks(_ compression: Compression) async throws {
        var generator = SeededGenerator(seed: 9)
        // Long repetitions and noise in turn, so that a window slides in the middle of both.
        var data: [UInt8] = []
        while data.count < 9 << 20 {
            let noise = generator.noise(Int.random(in: 1...40_000, using: &generator))
            data += noise
            for _ in 0..<Int.random(in: 0...3, using: &generator) { data += noise.suffix(20_000) }
            data += [UInt8](repeating: 3, count: Int.random(in: 0...400_000, using: &generator))
        }
        let stream = RawEntry("F", "big", data: data).bytes
        let archive = RawContainer.wrap(stream, compression, sizes: [stream.count])
        let read = try await EntryCollector.read(archive, piece: 300_001)
        #expect(read.files["big"] == data)
        let stored = RawContainer.wrap(stream, .none, sizes: [1])
        let asStored =
            RawContainer.header("e") + RawContainer.block(plain: stored.count, stored: stored)
        #expect(try await EntryCollector.read(asStored, piece: 1_000_003).files["big"] == data)
    }

    @Test func readsADescriptor() async throws {
        let (stream, files) = Self.stream(3_000_000)
        let folder = try TemporaryFolder()
        try folder.write(RawContainer.wrap(stream, .lzfse, sizes: [1 << 18]), to: "x.aar")
        let collector = EntryCollector()
        let reader = ArchiveReader(consumer: collector.take)
        try await reader.read(from: try folder.directory().open("x.aar"), name: "x.aar")
        #expect(collector.files == files)
    }

    @Test(arguments: Compression.allCases.filter { $0 != .none })
    func corruptBlocksAreRefused(_ compression: Compression) async throws {
        let (stream, _) = Self.stream(100_000)
        var archive = RawContainer.wrap(stream, compression, sizes: [30_000])
        // The magic of the second block's payload.
        let first = archive[20..<28].reduce(0) { $0 << 8 | Int($1) }
        archive[12 + 16 + first + 16] ^= 0xff
        await #expect(throws: ArchiveError.self) { try await EntryCollector.read(archive) }
        await #expect(throws: ArchiveError.self) { try await EntryCollector.read(Array(archive.dropLast())) }
    }

    @Test func whatTheConsumerThrowsPassesThrough() async throws {
        struct Stop: Error {}
        let (stream, _) = Self.stream(100_000)
        let archive = RawContainer.wrap(stream, .lzfse, sizes: [10_000])
        let reader = ArchiveReader(consumer: { event in if case .end = event { throw Stop() } })
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: archive)
        await #expect(throws: Stop.self) {
            try await reader.feed(UnsafeRawBufferPointer(memory))
            try await reader.finish()
        }
    }
}
