// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles

/// Where a transfer goes on: the next block, and what its parser has seen of the entry that the block begins in.
struct ResumePoint: Equatable {
    var nextBlock: Int
    /// The entry that the block begins in, and how much of its data came before; nil at an entry boundary.
    var inside: Inside?
    /// Index of the entry at, or in, which the block begins.
    var entryIndex: Int

    struct Inside: Equatable {
        var header: EntryHeader
        var dataOffset: UInt64
    }

    static let start = ResumePoint(nextBlock: 0, inside: nil, entryIndex: 0)

    /// The last block from which a parser can start such that everything from entry `firstBad` on is fetched anew.
    ///
    /// A block that begins inside an entry's header cannot be started from, so an earlier one is taken.
    static func before(entry firstBad: Int, in list: BlockList) -> ResumePoint {
        guard firstBad < list.entries.count,
            var index = list.blockIndex(atPlainOffset: list.plainOffset(ofEntryAt: firstBad))
        else { return .start }
        while index > 0 {
            let block = list.blocks[index]
            let entryIndex = Int(block.entryIndex)
            if block.entryOffset == 0 {
                return ResumePoint(nextBlock: index, inside: nil, entryIndex: entryIndex)
            }
            let entry = list.entries[entryIndex]
            if entry.kind == .file, entry.otherBlobSize == 0, block.entryOffset >= UInt64(entry.headerSize) {
                let inside = Inside(
                    header: EntryHeader(entry), dataOffset: block.entryOffset - UInt64(entry.headerSize))
                return ResumePoint(nextBlock: index, inside: inside, entryIndex: entryIndex)
            }
            index -= 1
        }
        return .start
    }
}

extension EntryHeader {
    /// The header that an entry of a `blocks` file stands for.
    init(_ entry: BlockList.Entry) {
        self.init(
            kind: entry.kind == .file ? .file : entry.kind == .folder ? .folder : .symbolicLink, path: entry.path,
            mode: entry.mode, dataSize: entry.kind == .file ? entry.dataSize : nil)
    }
}
