// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// The entries of a block list; each element is read from the file's bytes when it is asked for.
package struct BlockListEntries: RandomAccessCollection, Sendable {
    let list: BlockList

    package var startIndex: Int { 0 }
    package var endIndex: Int { list.layout.entryCount }

    package subscript(index: Int) -> BlockList.Entry {
        precondition(index >= 0 && index < endIndex, "entry index out of range")
        return list.bytes.withUnsafeBytes { bytes in
            let at = list.layout.entryOffset(index)
            let pathStart = list.layout.pathsOffset + Int(bytes.integer(at + 8, as: UInt32.self))
            let pathLength = Int(bytes.integer(at + 6, as: UInt16.self))
            // The decoder has refused every other kind.
            let kind = BlockList.Kind(rawValue: bytes[at]) ?? .folder
            return BlockList.Entry(
                kind: kind, path: String(decoding: bytes[pathStart..<pathStart + pathLength], as: UTF8.self),
                mode: bytes.integer(at + 2, as: UInt16.self), headerSize: bytes.integer(at + 4, as: UInt16.self),
                otherBlobSize: bytes.integer(at + 12, as: UInt32.self),
                dataSize: bytes.integer(at + 16, as: UInt64.self),
                digest: kind == .folder ? nil : Digest(bytes[at + 24..<at + 56]))
        }
    }
}

/// The blocks of a block list; each element is read from the file's bytes when it is asked for.
package struct BlockListBlocks: RandomAccessCollection, Sendable {
    let list: BlockList

    package var startIndex: Int { 0 }
    package var endIndex: Int { list.layout.blockCount }

    package subscript(index: Int) -> BlockList.Block {
        precondition(index >= 0 && index < endIndex, "block index out of range")
        return list.bytes.withUnsafeBytes { bytes in
            let at = list.layout.blockOffset(index)
            guard let digest = Digest(bytes[at + 32..<at + 64]) else { preconditionFailure("a digest has 32 bytes") }
            return BlockList.Block(
                storedOffset: bytes.integer(at, as: UInt64.self), storedSize: bytes.integer(at + 8, as: UInt32.self),
                plainSize: bytes.integer(at + 12, as: UInt32.self), digest: digest,
                entryIndex: bytes.integer(at + 16, as: UInt32.self),
                entryOffset: bytes.integer(at + 24, as: UInt64.self))
        }
    }
}
