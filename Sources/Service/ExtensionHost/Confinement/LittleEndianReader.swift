// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Numbers from bytes, at any place; nil where there are not bytes enough.
struct LittleEndianReader: Sendable {
    let bytes: [UInt8]

    func word16(at place: Int) -> UInt16? { number(at: place) }
    func word32(at place: Int) -> UInt32? { number(at: place) }
    func word64(at place: Int) -> UInt64? { number(at: place) }

    private func number<Number: FixedWidthInteger>(at place: Int) -> Number? {
        let count = Number.bitWidth / 8
        guard place >= 0, place <= bytes.count - count else { return nil }
        return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}
