// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import AssetPackModel
import AssetTestSupport
import Testing

/// Archives whose headers carry other fields, in another order and in other widths than this package writes.
@Suite struct ForeignHeaderTests {
    @Test(arguments: 0..<60) func everyHeaderSizeIsThatOfTheStream(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let stream = ForeignStream(&generator)
        let archives = [stream.bytes, stream.inContainer(&generator)]
        for (archive, hasContainer) in zip(archives, [false, true]) {
            let scan = try await ArchiveScanner.scan(archive, piece: Int.random(in: 1...700, using: &generator))
            let list = try scan.blockList.get()
            #expect(list.hasContainer == hasContainer)
            #expect(list.plainSize == UInt64(stream.bytes.count))
            #expect(list.entries.map(\.path) == stream.entries.map(\.path))
            for (index, entry) in stream.entries.enumerated() {
                let described = list.entries[index]
                #expect(list.plainOffset(ofEntryAt: index) == UInt64(entry.offset))
                #expect(Int(described.headerSize) == entry.headerSize)
                #expect(Int(described.otherBlobSize) == entry.otherBlobSize)
                #expect(described.dataSize == UInt64(entry.data.count))
                if described.kind == .file { #expect(described.digest == SHA256Digest.of(entry.data)) }
            }
            for (index, block) in list.blocks.enumerated() {
                let stored = archive[Int(block.storedOffset)..<Int(block.storedOffset) + Int(block.storedSize)]
                #expect(block.digest == SHA256Digest.of(stored))
                let start = list.plainOffset(ofBlockAt: index)
                #expect(list.plainOffset(ofEntryAt: Int(block.entryIndex)) + block.entryOffset == start)
            }
        }
    }

    @Test func whatIsNoPackIsSaidPlainly() async throws {
        let cases: [(EntryHeader, String)] = [
            (EntryHeader(kind: .characterDevice, path: "dev"), "character device"),
            (EntryHeader(kind: .metadata, path: "m"), "metadata"),
            (EntryHeader(kind: .file, path: "../x", dataSize: 0), "../x"),
            (EntryHeader(kind: .file, path: "", dataSize: 0), "path"),
            (EntryHeader(kind: .folder, path: "d", dataSize: 0), ""),
        ]
        for (header, words) in cases {
            let scan = try await ArchiveScanner.scan(header.encoded())
            if words.isEmpty {
                #expect(try scan.blockList.get().entries.count == 1)
                continue
            }
            let error = #expect(throws: BlockListError.self) { try scan.blockList.get() }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("damaged") == false)
        }
        let data = try EntryHeader(kind: .folder, path: "d", dataSize: 1).encoded() + [1]
        let scan = try await ArchiveScanner.scan(data)
        #expect(throws: BlockListError.undescribable("d is a folder with data")) { try scan.blockList.get() }
    }
}
