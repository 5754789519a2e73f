// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Turns the `bvx2` blocks of a stream into `bvx1` blocks, by an own reading of the packed header.
enum PlainTables {
    static func rewrite(_ stream: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var place = 0
        while place + 4 <= stream.count {
            guard stream[place..<place + 4].elementsEqual("bvx2".utf8), place + 32 <= stream.count else {
                return result + stream[place...]
            }
            func word(_ offset: Int) -> UInt64 {
                (0..<8).reduce(0) { $0 | UInt64(stream[place + offset + $1]) << (8 * UInt64($1)) }
            }
            let (first, second, third) = (word(8), word(16), word(24))
            func field(_ value: UInt64, _ shift: UInt64, _ bits: UInt64) -> UInt64 { value >> shift & (1 << bits - 1) }
            let headerSize = Int(field(third, 0, 32))
            let payload = Int(field(first, 20, 20) + field(second, 40, 20))
            var header = Array("bvx1".utf8) + stream[place + 4..<place + 8]
            for value in [
                UInt64(payload), field(first, 0, 20), field(first, 40, 20), field(first, 20, 20), field(second, 40, 20),
                field(first, 60, 3) &- 7,
            ] { header += RawEntry.little(value, 4) }
            for shift: UInt64 in [0, 10, 20, 30] { header += RawEntry.little(field(second, shift, 10), 2) }
            header += RawEntry.little(field(second, 60, 3) &- 7, 4)
            for shift: UInt64 in [32, 42, 52] { header += RawEntry.little(field(third, shift, 10), 2) }
            guard let frequencies = frequencies(Array(stream[place + 32..<place + headerSize])) else { return nil }
            for value in frequencies { header += RawEntry.little(UInt64(value), 2) }
            // The reference's structure is aligned to four bytes.
            header += [0, 0]
            result += header + stream[place + headerSize..<place + headerSize + payload]
            place += headerSize + payload
        }
        return result
    }

    /// Bit by bit: 0, 1, 2, 3 are 00, 01, 100, 101 when read from the first bit on, and so forth.
    private static func frequencies(_ bytes: [UInt8]) -> [Int]? {
        let bits = bytes.flatMap { byte in (0..<8).map { Int(byte >> $0 & 1) } }
        var place = 0
        func take(_ count: Int) -> Int {
            defer { place += count }
            return (0..<count).reduce(0) { $0 | bits[place + $1] << $1 }
        }
        var result: [Int] = []
        for _ in 0..<360 {
            guard place + 2 <= bits.count else { return nil }
            if take(1) == 0 {
                result.append(take(1))
            } else if take(1) == 0 {
                result.append(take(1) == 0 ? 2 : 3)
            } else if take(1) == 0 {
                result.append(4 + take(2))
            } else if take(1) == 0 {
                result.append(8 + take(4))
            } else {
                result.append(24 + take(10))
            }
        }
        return result
    }
}
