// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackFiles
package import AssetPackModel

/// Puts a block list together from entries and blocks that come in any order relative to each other, as they do while
/// an archive is written or read in one pass.
package struct BlockListAssembler {
    /// A block as the archive has it; which entry it begins in follows from the entries.
    package struct RawBlock {
        package let storedOffset: UInt64
        package let storedSize: Int
        package let plainOffset: UInt64
        package let plainSize: Int
        package let digest: Digest

        package init(storedOffset: UInt64, storedSize: Int, plainOffset: UInt64, plainSize: Int, digest: Digest) {
            self.storedOffset = storedOffset
            self.storedSize = storedSize
            self.plainOffset = plainOffset
            self.plainSize = plainSize
            self.digest = digest
        }
    }

    private var encoder = BlockListEncoder()
    private var starts: [UInt64] = []
    private var plainSize: UInt64 = 0
    private var blocks: [RawBlock] = []

    package init() {}

    /// Appends the next entry of the archive.
    package mutating func append(_ entry: BlockList.Entry) throws(BlockListError) {
        try encoder.append(entry)
        starts.append(plainSize)
        plainSize &+= entry.streamSize
    }

    /// Appends the next block of the archive.
    ///
    /// - Throws: `BlockListError.undescribable` when there are more than any list has room for: whoever made an archive of
    ///   such blocks would fill the memory with them.
    package mutating func append(_ block: RawBlock) throws(BlockListError) {
        blocks.append(block)
        guard blocks.count <= BlockList.maximumBlockCount else { throw .undescribable("it has too many blocks") }
    }

    /// Finds the entry of each block, and checks that all fits together.
    package mutating func finish(
        compression: UInt8, archiveSize: UInt64, archiveDigest: Digest
    ) throws(BlockListError) -> BlockList {
        var entry = 0
        for block in blocks {
            while entry + 1 < starts.count, starts[entry + 1] <= block.plainOffset { entry += 1 }
            guard entry < starts.count, starts[entry] <= block.plainOffset,
                let storedSize = UInt32(exactly: block.storedSize), let plainSize = UInt32(exactly: block.plainSize)
            else { throw .undescribable("a block of \(block.plainSize) bytes begins in no entry") }
            try encoder.append(
                BlockList.Block(
                    storedOffset: block.storedOffset, storedSize: storedSize, plainSize: plainSize,
                    digest: block.digest, entryIndex: UInt32(entry), entryOffset: block.plainOffset - starts[entry]))
        }
        return try encoder.finish(
            compression: compression, archiveSize: archiveSize, archiveDigest: archiveDigest)
    }
}
