// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import Testing

@Suite struct BlockListTests {
    @Test(arguments: [UInt8(ascii: "e"), BlockList.noContainer])
    func givesBackWhatWasPutIn(compression: UInt8) throws {
        let sample = BlockListSample(compression: compression)
        let list = try BlockList(decoding: try sample.list().bytes)
        #expect(Array(list.entries) == sample.entries)
        #expect(Array(list.blocks) == sample.blocks)
        #expect(list.compression == compression)
        #expect(list.hasContainer == (compression != BlockList.noContainer))
        #expect(list.archiveSize == sample.archiveSize)
        #expect(list.archiveDigest == BlockListSample.digest(200))
        #expect(list.plainSize == sample.plainSize)
        #expect(list.installedSize == 5000)
    }

    @Test func findsBlocksByOffsetAndEntry() throws {
        let list = try BlockListSample(compression: UInt8(ascii: "e")).list()
        for index in list.blocks.indices {
            let start = list.plainOffset(ofBlockAt: index)
            #expect(list.blockIndex(atPlainOffset: start) == index)
            #expect(list.blockIndex(atPlainOffset: start + UInt64(list.blocks[index].plainSize) - 1) == index)
        }
        #expect(list.blockIndex(atPlainOffset: list.plainSize) == nil)
        #expect(list.blockIndex(atPlainOffset: .max) == nil)
        for index in list.entries.indices {
            let start = list.plainOffset(ofEntryAt: index)
            let end = start + list.entries[index].streamSize
            let expected = list.blocks.indices.filter {
                let from = list.plainOffset(ofBlockAt: $0)
                return from < end && start < from + UInt64(list.blocks[$0].plainSize)
            }
            #expect(Array(list.blockIndices(ofEntryAt: index)) == expected)
        }
    }

    @Test func takesAnArchiveWithNothingInIt() throws {
        let container = try BlockListEncoder().finish(
            compression: UInt8(ascii: "4"), archiveSize: 12, archiveDigest: BlockListSample.digest(1))
        #expect(container.entries.isEmpty && container.blocks.isEmpty && container.plainSize == 0)
        let bare = try BlockListEncoder().finish(
            compression: BlockList.noContainer, archiveSize: 0, archiveDigest: BlockListSample.digest(1))
        #expect(bare.blockIndex(atPlainOffset: 0) == nil)
    }

    @Test func layoutIsThatOfTheDocument() throws {
        let bytes = try BlockListSample(compression: UInt8(ascii: "e")).list().bytes
        #expect(Array(bytes[..<8]) == Array("BABLOCKS".utf8))
        #expect(Array(bytes[8..<20]) == [1, 0, 0, 0, 80, 0, 56, 0, 64, 0, UInt8(ascii: "e"), 0])
        #expect(bytes[80] == UInt8(ascii: "D"))
        #expect(bytes[80 + 2 * 56] == UInt8(ascii: "F"))
    }

    @Test func encoderRefusesWhatDoesNotFitTogether() throws {
        var encoder = BlockListEncoder()
        #expect(throws: BlockListError.self) {
            try encoder.append(
                BlockList.Entry(
                    kind: .file, path: String(repeating: "a", count: 1024), mode: 0, headerSize: 30, dataSize: 0,
                    digest: BlockListSample.digest(1)))
        }
        #expect(throws: BlockListError.self) {
            try encoder.append(
                BlockList.Entry(kind: .file, path: "a", mode: 0, headerSize: 30, dataSize: 0, digest: nil))
        }
        try encoder.append(
            BlockList.Entry(
                kind: .file, path: "a", mode: 0, headerSize: 30, dataSize: 5, digest: BlockListSample.digest(1)))
        #expect(throws: BlockListError.self) {
            try encoder.finish(
                compression: BlockList.noContainer, archiveSize: 35, archiveDigest: BlockListSample.digest(1))
        }
    }

    @Test func decodesAHundredThousandEntries() throws {
        var encoder = BlockListEncoder()
        var plain: UInt64 = 0
        for index in 0..<100_000 {
            let entry = BlockList.Entry(
                kind: .file, path: "Contents/Textures/texture-\(index).png", mode: 0o644, headerSize: 90, dataSize: 10,
                digest: BlockListSample.digest(UInt8(index % 200)))
            plain += entry.streamSize
            try encoder.append(entry)
        }
        try encoder.append(
            BlockList.Block(
                storedOffset: 0, storedSize: UInt32(plain), plainSize: UInt32(plain), digest: BlockListSample.digest(1),
                entryIndex: 0, entryOffset: 0))
        let list = try encoder.finish(
            compression: BlockList.noContainer, archiveSize: plain, archiveDigest: BlockListSample.digest(1))
        #expect(try BlockList(decoding: list.bytes).entries[99_999].path == "Contents/Textures/texture-99999.png")
        #expect(list.installedSize == 1_000_000)
    }
}
