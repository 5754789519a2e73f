// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackFiles

/// Compares the stored bytes of an archive's blocks with its block list as they are read, without decoding any.
struct BlockChecker {
    private let list: BlockList
    private var index = 0
    private var offset: UInt64 = 0
    private var digest = SHA256Digest()
    private var damaged: [String] = []

    init(_ list: BlockList) { self.list = list }

    /// Takes the next bytes of the archive.
    mutating func feed(_ piece: UnsafeRawBufferPointer) {
        let end = offset + UInt64(piece.count)
        while index < list.blocks.count {
            let block = list.blocks[index]
            let blockEnd = block.storedOffset + UInt64(block.storedSize)
            let from = max(offset, block.storedOffset)
            let to = min(end, blockEnd)
            if from < to {
                digest.update(UnsafeRawBufferPointer(rebasing: piece[Int(from - offset)..<Int(to - offset)]))
            }
            guard blockEnd <= end else { break }
            if digest.digest != block.digest {
                damaged.append("block \(index), at byte \(block.storedOffset), is damaged")
            }
            digest = SHA256Digest()
            index += 1
        }
        offset = end
    }

    /// What differs, once all bytes were fed.
    var differences: [String] {
        index < list.blocks.count
            ? damaged + ["the archive ends in block \(index) of \(list.blocks.count)"] : damaged
    }
}
