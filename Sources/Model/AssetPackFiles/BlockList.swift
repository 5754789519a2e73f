// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// What stands in a `blocks` file: where the blocks of an archive lie, their digests, and what they hold.
///
/// With it a device verifies every block of an archive and every file on its own, fetches any of them by range, and
/// starts to parse at any block. The file lies beside the archive (`Tutorial.aar`, `Tutorial.blocks`).
///
/// The format, major version 1. Integers are little-endian; `[n]` counts bytes; there is no padding beyond what is named.
///
///     header  0 magic "BABLOCKS" [8] · 8 major u16 = 1 · 10 minor u16 = 0 · 12 header size u16 = 80
///             14 entry record size u16 = 56 · 16 block record size u16 = 64 · 18 compression letter u8 · 19 zero u8
///             20 entry count u32 · 24 block count u32 · 28 bytes of the path table u32
///             32 archive size u64 · 40 plain size u64 (of the entry stream) · 48 SHA-256 of the archive [32]
///     entries 0 kind u8 ('D', 'F', 'L') · 1 zero u8 · 2 mode u16 (low 12 bits) · 4 entry header size u16
///             6 path length u16 · 8 path offset u32 (in the path table) · 12 bytes of other blobs u32
///             16 data size u64 · 24 SHA-256 [32] (of a file's content or a link's target; zeros for a folder)
///     blocks  0 offset of the stored payload in the archive u64 · 8 stored size u32 · 12 plain size u32
///             16 entry u32 · 20 zero u32 · 24 offset from that entry's start u64 · 32 SHA-256 of the stored bytes [32]
///     paths   the paths of all entries, UTF-8, back to back in the order of the entries
///
/// Rules, all checked by the decoder:
/// - The tables follow the header in the order header, entries, blocks, paths. In minor version 0 nothing follows them.
///   A later minor version may lengthen header and records at their ends, and append tables: readers skip what they do
///   not know. A later major version may change anything.
/// - Entries stand in archive order and cover the plain entry stream without gaps: entry header, blobs in it, next entry.
/// - The compression letter is that of the `pbz` container (`e`, `4`, `z`, `x`, `b`), or `-` for an archive without one.
/// - In a container each payload stands behind a block header of 16 bytes, the first behind 12 bytes more; the last ends
///   the archive; stored size ≤ plain size, equal when the block is stored as it is. Without a container the blocks are
///   slices of the archive itself.
/// - Blocks cover the plain stream without gaps; a block's entry is the one in whose bytes it begins, its header counted.
package struct BlockList: Sendable {
    /// What an entry is.
    package enum Kind: UInt8, Sendable {
        case folder = 0x44
        case file = 0x46
        case symbolicLink = 0x4c
    }

    /// One entry of the archive.
    package struct Entry: Hashable, Sendable {
        package var kind: Kind
        /// Path in the archive: relative, `/` between components; empty for the root folder.
        package var path: String
        /// The low twelve mode bits.
        package var mode: UInt16
        /// Bytes of the entry's header in the entry stream, magic included.
        package var headerSize: UInt16
        /// Bytes of the entry's blobs that are not its content (extended attributes, access lists); mostly 0.
        package var otherBlobSize: UInt32
        /// Bytes of a file's content; 0 for others.
        package var dataSize: UInt64
        /// SHA-256 of a file's content or of a link's target; nil for a folder.
        package var digest: Digest?

        package init(
            kind: Kind, path: String, mode: UInt16, headerSize: UInt16, otherBlobSize: UInt32 = 0, dataSize: UInt64,
            digest: Digest?
        ) {
            self.kind = kind
            self.path = path
            self.mode = mode
            self.headerSize = headerSize
            self.otherBlobSize = otherBlobSize
            self.dataSize = dataSize
            self.digest = digest
        }

        /// Bytes that the entry takes in the plain stream.
        package var streamSize: UInt64 { UInt64(headerSize) + UInt64(otherBlobSize) &+ dataSize }
    }

    /// One block of the archive.
    package struct Block: Hashable, Sendable {
        /// Where its stored bytes begin in the archive file, behind the block's own header.
        package var storedOffset: UInt64
        package var storedSize: UInt32
        package var plainSize: UInt32
        /// SHA-256 of the stored bytes.
        package var digest: Digest
        /// The entry in whose bytes the block begins.
        package var entryIndex: UInt32
        /// Where in that entry it begins, counted from the first byte of the entry's header.
        package var entryOffset: UInt64

        package init(
            storedOffset: UInt64, storedSize: UInt32, plainSize: UInt32, digest: Digest, entryIndex: UInt32,
            entryOffset: UInt64
        ) {
            self.storedOffset = storedOffset
            self.storedSize = storedSize
            self.plainSize = plainSize
            self.digest = digest
            self.entryIndex = entryIndex
            self.entryOffset = entryOffset
        }
    }

    /// Largest `blocks` file that is read or written: 64 MiB, which a download manifest allows too.
    package static let maximumSize = 64 << 20
    /// Most blocks that a file of that size has room for.
    package static let maximumBlockCount = maximumSize / BlockListLayout.blockSize
    /// Bytes of a slice when the archive has no container: 4 MiB.
    package static let sliceSize = 4 << 20
    /// The compression letter of an archive without a container.
    package static let noContainer = UInt8(ascii: "-")

    /// The file's bytes, checked.
    package let bytes: [UInt8]
    /// Letter of the container's codec, or `-`.
    package let compression: UInt8
    /// Bytes of the archive file.
    package let archiveSize: UInt64
    /// SHA-256 of the archive file.
    package let archiveDigest: Digest
    /// Bytes of the whole entry stream.
    package let plainSize: UInt64
    /// Bytes of all files once extracted.
    package let installedSize: UInt64
    let layout: BlockListLayout
    let entryStarts: [UInt64]
    let blockStarts: [UInt64]

    /// The entries, in archive order; each is made when it is asked for.
    package var entries: BlockListEntries { BlockListEntries(list: self) }
    /// The blocks, in archive order; each is made when it is asked for.
    package var blocks: BlockListBlocks { BlockListBlocks(list: self) }

    /// Whether the archive has a `pbz` container.
    package var hasContainer: Bool { compression != Self.noContainer }

    /// Where an entry's header begins in the plain stream.
    package func plainOffset(ofEntryAt index: Int) -> UInt64 { entryStarts[index] }

    /// Where a block begins in the plain stream.
    package func plainOffset(ofBlockAt index: Int) -> UInt64 { blockStarts[index] }

    /// The block that holds this byte of the plain stream; nil beyond its end.
    package func blockIndex(atPlainOffset offset: UInt64) -> Int? {
        guard offset < plainSize else { return nil }
        var low = 0
        var high = blockStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if blockStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The blocks that hold bytes of an entry, its header included.
    package func blockIndices(ofEntryAt index: Int) -> Range<Int> {
        let start = entryStarts[index]
        let end = index + 1 < entryStarts.count ? entryStarts[index + 1] : plainSize
        guard end > start, let first = blockIndex(atPlainOffset: start), let last = blockIndex(atPlainOffset: end - 1)
        else { return 0..<0 }
        return first..<last + 1
    }
}

extension BlockList: Equatable {
    package static func == (left: BlockList, right: BlockList) -> Bool { left.bytes == right.bytes }
}
