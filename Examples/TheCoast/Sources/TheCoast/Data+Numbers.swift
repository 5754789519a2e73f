// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Data {
    /// The integer at an offset, least significant byte first; nil beyond the end.
    func integer<Integer: FixedWidthInteger>(at offset: Int, as type: Integer.Type = Integer.self) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard offset >= 0, offset <= count - size else { return nil }
        return withUnsafeBytes { Integer(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Integer.self)) }
    }

    /// The number of four bytes at an offset, most significant byte first; nil beyond the end.
    func bigEndian(at offset: Int) -> Int? { integer(at: offset, as: UInt32.self).map { Int($0.byteSwapped) } }

    /// The 32-bit float at an offset; nil beyond the end.
    func float(at offset: Int) -> Float? { integer(at: offset, as: UInt32.self).map(Float.init(bitPattern:)) }
}
