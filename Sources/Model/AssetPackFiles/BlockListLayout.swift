// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where the tables of a `blocks` file lie in its bytes.
struct BlockListLayout: Sendable {
    static let magic = Array("BABLOCKS".utf8)
    static let major: UInt16 = 1
    static let minor: UInt16 = 0
    static let headerSize = 80
    static let entrySize = 56
    static let blockSize = 64
    /// In a container each block's payload stands behind its plain and stored size.
    static let blockHeaderSize: UInt64 = 16
    /// The container's own header: magic and block size.
    static let containerHeaderSize: UInt64 = 12

    let entriesOffset: Int
    let entryStride: Int
    let entryCount: Int
    let blocksOffset: Int
    let blockStride: Int
    let blockCount: Int
    let pathsOffset: Int
    let pathsSize: Int

    func entryOffset(_ index: Int) -> Int { entriesOffset + index * entryStride }
    func blockOffset(_ index: Int) -> Int { blocksOffset + index * blockStride }
}

extension UnsafeRawBufferPointer {
    /// A little-endian integer at `offset`, which the caller has checked.
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
        Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
