// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Builds a `blocks` file while an archive is being written: entries and blocks are appended as they come by.
package struct BlockListEncoder: Sendable {
    private var entries: [UInt8] = []
    private var blocks: [UInt8] = []
    private var paths: [UInt8] = []
    private var plainSize: UInt64 = 0
    /// Entries so far.
    package private(set) var entryCount = 0
    /// Blocks so far.
    package private(set) var blockCount = 0

    package init() {}

    /// Appends the next entry in archive order.
    ///
    /// - Throws: `BlockListError` when the file would grow beyond `BlockList.maximumSize`.
    package mutating func append(_ entry: BlockList.Entry) throws(BlockListError) {
        let path = Array(entry.path.utf8)
        guard path.count < 1024 else { throw .malformed("the path \(entry.path) has 1024 bytes or more") }
        guard entry.digest != nil || entry.kind == .folder else {
            throw .malformed("the entry \(entry.path) has no digest")
        }
        entries.append(contentsOf: [entry.kind.rawValue, 0])
        entries.append(littleEndian: entry.mode)
        entries.append(littleEndian: entry.headerSize)
        entries.append(littleEndian: UInt16(path.count))
        entries.append(littleEndian: UInt32(paths.count))
        entries.append(littleEndian: entry.otherBlobSize)
        entries.append(littleEndian: entry.dataSize)
        entries.append(contentsOf: entry.kind == .folder ? Self.noDigest : entry.digest?.bytes ?? Self.noDigest)
        paths.append(contentsOf: path)
        plainSize &+= entry.streamSize
        entryCount += 1
        try checkSize()
    }

    /// Appends the next block in archive order.
    ///
    /// - Throws: `BlockListError` when the file would grow beyond `BlockList.maximumSize`.
    package mutating func append(_ block: BlockList.Block) throws(BlockListError) {
        blocks.append(littleEndian: block.storedOffset)
        blocks.append(littleEndian: block.storedSize)
        blocks.append(littleEndian: block.plainSize)
        blocks.append(littleEndian: block.entryIndex)
        blocks.append(littleEndian: UInt32(0))
        blocks.append(littleEndian: block.entryOffset)
        blocks.append(contentsOf: block.digest.bytes)
        blockCount += 1
        try checkSize()
    }

    /// Puts the file together and checks it as any reader would.
    ///
    /// - Parameters:
    ///   - compression: the container's letter, or `BlockList.noContainer`.
    ///   - archiveSize: bytes of the archive file.
    ///   - archiveDigest: SHA-256 of the archive file.
    /// - Returns: the list; its `bytes` are the file.
    /// - Throws: `BlockListError` when what was appended does not fit together.
    package func finish(
        compression: UInt8, archiveSize: UInt64, archiveDigest: Digest
    ) throws(BlockListError) -> BlockList {
        var bytes = BlockListLayout.magic
        bytes.reserveCapacity(size)
        bytes.append(littleEndian: BlockListLayout.major)
        bytes.append(littleEndian: BlockListLayout.minor)
        bytes.append(littleEndian: UInt16(BlockListLayout.headerSize))
        bytes.append(littleEndian: UInt16(BlockListLayout.entrySize))
        bytes.append(littleEndian: UInt16(BlockListLayout.blockSize))
        bytes.append(contentsOf: [compression, 0])
        bytes.append(littleEndian: UInt32(entryCount))
        bytes.append(littleEndian: UInt32(blockCount))
        bytes.append(littleEndian: UInt32(paths.count))
        bytes.append(littleEndian: archiveSize)
        bytes.append(littleEndian: plainSize)
        bytes.append(contentsOf: archiveDigest.bytes)
        bytes.append(contentsOf: entries)
        bytes.append(contentsOf: blocks)
        bytes.append(contentsOf: paths)
        return try BlockList(decoding: bytes)
    }

    private static let noDigest = [UInt8](repeating: 0, count: 32)

    private var size: Int { BlockListLayout.headerSize + entries.count + blocks.count + paths.count }

    private func checkSize() throws(BlockListError) {
        guard size <= BlockList.maximumSize else { throw .tooLarge(size) }
    }
}

extension [UInt8] {
    fileprivate mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
