// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The checksum of POSIX 1003.2 `cksum`: a CRC of the bytes and then of their number.
struct CksumDigest {
    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index) << 24
        for _ in 0..<8 { value = value & 0x8000_0000 != 0 ? value << 1 ^ 0x04c1_1db7 : value << 1 }
        return value
    }

    private var state: UInt32 = 0
    private var count: UInt64 = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let table = Self.table
        for byte in bytes { state = state << 8 ^ table[Int(state >> 24) ^ Int(byte)] }
        count &+= UInt64(bytes.count)
    }

    /// The checksum of what has come, as the CKS field stores it.
    var littleEndianBytes: [UInt8] {
        var state = state
        var rest = count
        while rest > 0 {
            state = state << 8 ^ Self.table[Int(state >> 24) ^ Int(rest & 0xff)]
            rest >>= 8
        }
        state = ~state
        return (0..<4).map { UInt8(truncatingIfNeeded: state >> (8 * $0)) }
    }
}
