// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Numbers of the LZFSE format.
///
/// A stream is a row of blocks, each with a four-byte magic: `bvx2` and `bvx1` (literals, literal counts, match lengths
/// and distances, each coded by finite-state entropy), `bvxn` (LZVN: the same, coded in bytes), `bvx-` (raw bytes), and
/// `bvx$` at the end. Everything is little-endian. Distances reach back over the blocks of one stream.
enum LZFSE {
    static var endOfStream: UInt32 { 0x2478_7662 }
    static var raw: UInt32 { 0x2d78_7662 }
    static var plainTables: UInt32 { 0x3178_7662 }
    static var packedTables: UInt32 { 0x3278_7662 }
    static var lzvn: UInt32 { 0x6e78_7662 }

    /// Most literals and most matches of one block.
    static var maximumLiterals: Int { 40_000 }
    static var maximumMatches: Int { 10_000 }

    /// How many symbols, and how many states, the four coders have.
    static var lengthSymbols: Int { 20 }
    static var distanceSymbols: Int { 64 }
    static var literalSymbols: Int { 256 }
    static var lengthStates: Int { 64 }
    static var distanceStates: Int { 256 }
    static var literalStates: Int { 1024 }

    /// Where the four frequency tables begin in one row of all: literal counts, match lengths, distances, literals.
    static var lTable: Int { 0 }
    static var mTable: Int { 20 }
    static var dTable: Int { 40 }
    static var literalTable: Int { 104 }
    static var allSymbols: Int { 360 }

    /// The largest values that can be coded in one step.
    static var maximumL: Int { 315 }
    static var maximumM: Int { 2359 }
    static var maximumD: Int { 262_139 }

    /// Bytes of a `bvx2` header before its frequencies, and of a whole `bvx1` header.
    static var packedHeaderSize: Int { 32 }
    static var plainHeaderSize: Int { 772 }

    /// No header is longer: two bytes a frequency is more than a `bvx2` header takes.
    static var longestHeader: Int { max(plainHeaderSize, packedHeaderSize + 2 * allSymbols) }

    /// Bits that follow the symbol of a literal count, and the value they are added to.
    static func lExtra(_ symbol: Int) -> (bits: Int, base: Int) {
        switch symbol {
        case ..<16: (0, symbol)
        case 16: (2, 16)
        case 17: (3, 20)
        case 18: (5, 28)
        default: (8, 60)
        }
    }

    /// The same for a match length.
    static func mExtra(_ symbol: Int) -> (bits: Int, base: Int) {
        switch symbol {
        case ..<16: (0, symbol)
        case 16: (3, 16)
        case 17: (5, 24)
        case 18: (8, 56)
        default: (11, 312)
        }
    }

    /// The same for a distance: four symbols for each number of bits.
    static func dExtra(_ symbol: Int) -> (bits: Int, base: Int) {
        let bits = symbol >> 2
        return (bits, ((4 + (symbol & 3)) << bits) - 4)
    }
}
