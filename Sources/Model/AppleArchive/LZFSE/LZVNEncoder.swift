// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Codes sequences as LZVN, which takes no tables and so suits inputs of a few kilobytes.
enum LZVNEncoder {
    /// The farthest that an LZVN match reaches.
    static var maximumDistance: Int { 65_535 }

    /// Writes a whole `bvxn` block to `target`; returns its size, or nil when it does not fit or a match is too far.
    static func encode(_ sequences: LZSequences, into target: UnsafeMutableRawBufferPointer) -> Int? {
        guard let base = target.baseAddress, target.count >= 20 else { return nil }
        var writer = Writer(place: base + 12, end: base + target.count)
        var literals = UnsafePointer(sequences.literals)
        var previous = 0
        for index in 0..<sequences.count {
            let entry = sequences.entries[index]
            let length = Int(entry & 0xffff)
            let match = Int(entry >> 16 & 0xffff)
            // The block encoder has put 0 for a distance that repeats the one before.
            let distance = entry >> 32 == 0 ? previous : Int(entry >> 32)
            guard match == 0 || distance <= maximumDistance else { return nil }
            guard writer.room >= length + length / 16 + match / 16 + 16 else { return nil }
            writer.put(literals: literals, length, match: match, distance: distance)
            literals += length
            previous = distance
        }
        guard writer.room >= 8 else { return nil }
        Bytes.store64(0x06, writer.place)
        writer.place += 8
        let size = writer.place - base
        Bytes.store32(LZFSE.lzvn, base)
        Bytes.store32(UInt32(sequences.plainSize), base + 4)
        Bytes.store32(UInt32(size - 12), base + 8)
        return size
    }

    private struct Writer {
        var place: UnsafeMutableRawPointer
        let end: UnsafeMutableRawPointer
        /// The distance of the last match; 0 before the first.
        var last = 0

        var room: Int { end - place }

        mutating func byte(_ value: Int) {
            place.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
            place += 1
        }

        mutating func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
            place.copyMemory(from: source, byteCount: count)
            place += count
        }

        mutating func put(literals: UnsafePointer<UInt8>, _ length: Int, match: Int, distance: Int) {
            var (source, left) = (literals, length)
            // An opcode with a match carries at most three literals; more go before it.
            while left > 3 || (left > 0 && match < 3) {
                let part = min(left, 271)
                if part >= 16 {
                    byte(0xe0)
                    byte(part - 16)
                } else {
                    byte(0xe0 | part)
                }
                copy(source, part)
                source += part
                left -= part
            }
            guard match > 0 else { return }
            let first = putMatch(source, left, match, distance)
            last = distance
            var rest = match - first
            while rest > 0 {
                let part = min(rest, 271)
                if part >= 16 {
                    byte(0xf0)
                    byte(part - 16)
                } else {
                    byte(0xf0 | part)
                }
                rest -= part
            }
        }

        /// Writes the opcode that carries the distance, with up to three literals; returns how much of the match it
        /// covers.
        private mutating func putMatch(
            _ source: UnsafePointer<UInt8>, _ literals: Int, _ match: Int, _ distance: Int
        ) -> Int {
            // Which lengths an opcode holds beside the literals: the more literals, the fewer.
            let short = min(match, 10 - 2 * literals)
            if distance == last {
                if literals == 0 { return 0 }
                byte(literals << 6 | (short - 3) << 3 | 6)
                copy(source, literals)
                return short
            }
            if distance < 0x600, short == match || match > 34 {
                byte(literals << 6 | (short - 3) << 3 | distance >> 8)
                byte(distance & 0xff)
                copy(source, literals)
                return short
            }
            if distance < 0x4000 {
                let part = min(match, 34)
                let length = part - 3
                byte(0xa0 | literals << 3 | length >> 2)
                byte(distance << 2 & 0xff | length & 3)
                byte(distance >> 6)
                copy(source, literals)
                return part
            }
            byte(literals << 6 | (short - 3) << 3 | 7)
            byte(distance & 0xff)
            byte(distance >> 8)
            copy(source, literals)
            return short
        }
    }
}
