// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import AssetPackModel
import Testing

@Suite struct ArchiveScannerTests {
    private static let manifest = #"{"assetPackID": "forest", "downloadPolicy": {"onDemand": {}}}"#

    private func archive(
        _ compression: Compression, _ add: (ArchiveWriter) async throws -> Void
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try ArchiveWriter(options: .init(compression: compression)) { bytes.append(contentsOf: $0) }
        try await add(writer)
        try await writer.finish()
        return bytes
    }

    private func scan(_ bytes: [UInt8], piece: Int = 1 << 16) async throws -> (ArchiveScan, [ArchiveScan.Entry]) {
        var entries: [ArchiveScan.Entry] = []
        let scan = try await ArchiveScanner.scan(bytes, piece: piece) { entries.append($0) }
        return (scan, entries)
    }

    @Test(arguments: Compression.allCases)
    func tellsAllOfAnArchive(compression: Compression) async throws {
        let content = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        let bytes = try await archive(compression) { writer in
            try await writer.addFile("Manifest.json", bytes: Array(Self.manifest.utf8))
            try await writer.addFile("Contents/a.bin", bytes: content)
            try await writer.addLink("Contents/link", to: "a.bin")
        }
        let (scan, entries) = try await scan(bytes, piece: 99_991)
        #expect(scan.size == UInt64(bytes.count))
        #expect(scan.digest == SHA256Digest.of(bytes))
        #expect(scan.container?.compression ?? .none == compression)
        #expect(scan.blockCount == 3)
        #expect(scan.installedSize == UInt64(content.count + Self.manifest.utf8.count))
        #expect(try scan.packManifest(path: "x")?.assetPackID == "forest")
        #expect(entries.map(\.header.path) == ["", "Manifest.json", "Contents", "Contents/a.bin", "Contents/link"])
        let list = try scan.blockList.get()
        #expect(list.entries.map(\.path) == entries.map(\.header.path))
        #expect(list.entries.last?.digest == SHA256Digest.of("a.bin".utf8))
        #expect(list.entries.first { $0.path == "Contents/a.bin" }?.digest == SHA256Digest.of(content))
        for block in list.blocks {
            let stored = bytes[Int(block.storedOffset)..<Int(block.storedOffset) + Int(block.storedSize)]
            #expect(block.digest == SHA256Digest.of(stored))
        }
    }

    @Test func whatNoPackMayHoldHasNoList() async throws {
        var bytes = try EntryHeader(kind: .folder, path: "").encoded()
        bytes += try EntryHeader(kind: .fifo, path: "pipe").encoded()
        let (scan, entries) = try await scan(bytes)
        #expect(entries.count == 2)
        #expect(throws: BlockListError.undescribable("pipe is a FIFO, which no pack may hold")) {
            try scan.blockList.get()
        }
    }

    /// Archives that other programs have written; where they lie is told in ForeignArchiveTests.
    @Test(arguments: [
        "aspose-lz4", "aspose-lzfse", "aspose-lzma", "aspose-store-crc", "aspose-store", "aspose-zlib", "neoaa-lzfse",
        "neoaa-raw", "neoaa-zlib",
    ])
    func archivesOfOtherProgramsHaveLists(name: String) async throws {
        let bytes = try ForeignArchives.bytes(name)
        let (scan, entries) = try await scan(bytes, piece: 777)
        let list = try scan.blockList.get()
        #expect(list.archiveSize == UInt64(bytes.count))
        #expect(list.archiveDigest == SHA256Digest.of(bytes))
        #expect(list.entries.map(\.path) == entries.map(\.header.path))
        #expect(list.entries.first { $0.path == "a.txt" }?.digest == SHA256Digest.of("hello, asset pack\n".utf8))
        #expect(list.entries.contains { $0.path == "sub/b.h" && $0.kind == .file })
        // Trees they are, and no packs: where there is a manifest, it lacks most of what a pack needs.
        if list.entries.contains(where: { $0.path == "Manifest.json" }) {
            #expect(throws: SourceError.self) { try scan.packManifest(path: name) }
        }
    }

    @Test func brokenArchivesAreRefused() async throws {
        let bytes = try await archive(.lz4) { try await $0.addFile("a", bytes: [1, 2, 3]) }
        for count in [0, 3, 11, bytes.count - 1] {
            await #expect(throws: ArchiveError.self) { try await scan(Array(bytes.prefix(count))) }
        }
    }
}
