// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import SystemSupport
import Testing

/// Extraction past the page cache gives the same files, also when it is broken off and taken up again.
struct DirectExtractionTests {
    private static let options = ArchiveExtractor.Options(writesDirectly: true)

    private static func bytes(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        return generator.noise(count)
    }

    /// Around the size from which files are written so, the page, and the writer's memory (4 MiB and two pages).
    @Test(arguments: [0, 100, 1 << 20 - 1, 1 << 20, 1 << 20 + 1, 4 << 20 + 8191, 4 << 20 + 8192, 5 << 20 + 123])
    func filesAreWhole(size: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = Self.bytes(size)
        let entries = [
            RawEntry("F", "first", data: bytes), RawEntry("F", "small", data: [1, 2, 3]),
            RawEntry("F", "last", data: bytes.reversed()),
        ]
        let extractor = ArchiveExtractor(into: try folder.folder("out"), options: Self.options)
        var parser = EntryStreamParser()
        try entries.bytes.inPieces(of: 700_001) { try parser.feed($0, extractor.receive) }
        try extractor.finish()
        #expect(try folder.read("out/first") == bytes)
        #expect(try folder.read("out/small") == [1, 2, 3])
        #expect(try folder.read("out/last") == bytes.reversed())
    }

    /// What was flushed is in the file, whatever becomes of the extractor; a new one goes on from any such place.
    @Test(arguments: [1, 4095, 4096, 4097, 1_000_000, 2_345_678])
    func resumesWhereItWasFlushed(step: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = Self.bytes(3 << 20 + 77)
        let header = EntryHeader(kind: .file, path: "large", dataSize: UInt64(bytes.count))
        var done = 0
        var size = step
        do {
            let extractor = ArchiveExtractor(into: try folder.folder("out"), options: Self.options)
            try extractor.receive(.header(header, index: 0, size: 40))
            try Array(bytes[..<step]).inPieces(of: .max) { try extractor.receive(.data($0, offset: 0)) }
            try extractor.flush()
            #expect(try Array(folder.read("out/large").prefix(step)) == Array(bytes[..<step]))
            // What came after the flush may be lost, or not.
            try [9, 9, 9].inPieces(of: .max) { try extractor.receive(.data($0, offset: UInt64(step))) }
            done = step
        }
        while done < bytes.count {
            size = min(max(size * 3 / 2, 50_001), bytes.count - done)
            let extractor = ArchiveExtractor(into: try folder.folder("out"), options: Self.options)
            try extractor.resume(header, dataOffset: UInt64(done))
            try Array(bytes[done..<done + size]).inPieces(of: 65_537) { piece in
                try extractor.receive(.data(piece, offset: UInt64(done)))
                done += piece.count
            }
            if done == bytes.count {
                try extractor.receive(.end)
                try extractor.finish()
            } else {
                try extractor.flush()
            }
        }
        #expect(try folder.read("out/large") == bytes)
    }

    /// A file that lost bytes which were reported as written is not filled up with zeros.
    @Test func aFileThatIsTooShortIsRefused() throws {
        let folder = try TemporaryFolder()
        _ = try folder.folder("out")
        try folder.directory().folder("out").writeAtomically([UInt8](repeating: 1, count: 5000), to: "large")
        let extractor = ArchiveExtractor(into: try folder.folder("out"), options: Self.options)
        #expect(throws: ArchiveError.sizeMismatch("large", declared: 6000, actual: 5000)) {
            try extractor.resume(EntryHeader(kind: .file, path: "large", dataSize: 2 << 20), dataOffset: 6000)
        }
    }
}
