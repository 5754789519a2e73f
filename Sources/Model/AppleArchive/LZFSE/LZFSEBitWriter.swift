// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A bit stream as LZFSE's entropy coders write it: from the low end up, to be read backwards.
struct LZFSEBitWriter {
    private var bits: UInt64 = 0
    private var count: UInt64 = 0
    private var place: UnsafeMutableRawPointer
    private let start: UnsafeMutableRawPointer

    /// Writes to `start`, where there must be room for all bits and 8 bytes more.
    init(_ start: UnsafeMutableRawPointer) {
        self.start = start
        place = start
    }

    /// Adds the low `width` bits of `value`, whose other bits must be 0. At most 57 bits may lie between two flushes.
    @inline(__always) mutating func push(_ value: UInt64, _ width: UInt64) {
        bits |= value &<< count
        count &+= width
    }

    /// Writes the whole bytes.
    @inline(__always) mutating func flush() {
        Bytes.store64(bits, place)
        place += Int(truncatingIfNeeded: count &>> 3)
        bits &>>= count & 56
        count &= 7
    }

    /// Writes all bits; returns the bytes written and the unused bits of the last one.
    mutating func finish() -> (size: Int, padding: Int) {
        flush()
        guard count > 0 else { return (place - start, 0) }
        return (place - start + 1, 8 - Int(count))
    }
}
