// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The header of a `bvx1` or `bvx2` block, checked: every number in it may be used.
struct LZFSEBlockHeader {
    var rawSize = 0
    var headerSize = 0
    var literalCount = 0
    var matchCount = 0
    var literalPayload = 0
    var matchPayload = 0
    /// Bits of the last payload byte that are not used, 0 to 7.
    var literalPadding = 0
    var matchPadding = 0
    var literalStates: (Int, Int, Int, Int) = (0, 0, 0, 0)
    var lState = 0
    var mState = 0
    var dState = 0

    /// A header of nothing.
    init() {}

    /// Bytes of header and payload.
    var size: Int { headerSize + literalPayload + matchPayload }

    /// Bytes that must be there before `init` can be called, from the magic on; nil when the magic is another.
    static func neededBytes(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4, let base = bytes.baseAddress else { return nil }
        switch Bytes.load32(base) {
        case LZFSE.plainTables: return LZFSE.plainHeaderSize
        case LZFSE.packedTables:
            guard bytes.count >= LZFSE.packedHeaderSize else { return LZFSE.packedHeaderSize }
            return min(max(LZFSE.packedHeaderSize, Int(Bytes.load32(base + 24))), LZFSE.longestHeader + 1)
        default: return nil
        }
    }

    /// Reads the header at the start of `bytes` and the frequencies of all symbols into `frequencies`.
    init(_ bytes: UnsafeRawBufferPointer, frequencies: UnsafeMutablePointer<UInt16>) throws(ArchiveError) {
        guard let base = bytes.baseAddress, let needed = Self.neededBytes(bytes), needed <= LZFSE.longestHeader,
            bytes.count >= needed
        else {
            throw .corruptPayload(.lzfse, reason: "the header of an LZFSE block is cut off or too long")
        }
        rawSize = Int(Bytes.load32(base + 4))
        if Bytes.load32(base) == LZFSE.plainTables {
            readPlain(base, frequencies)
        } else {
            try readPacked(base, frequencies)
        }
        try check(frequencies)
    }

    private mutating func readPlain(_ base: UnsafeRawPointer, _ frequencies: UnsafeMutablePointer<UInt16>) {
        headerSize = LZFSE.plainHeaderSize
        literalCount = Int(Bytes.load32(base + 12))
        matchCount = Int(Bytes.load32(base + 16))
        literalPayload = Int(Bytes.load32(base + 20))
        matchPayload = Int(Bytes.load32(base + 24))
        literalPadding = 0 &- Int(Int32(bitPattern: Bytes.load32(base + 28)))
        literalStates = (
            Int(Bytes.load16(base + 32)), Int(Bytes.load16(base + 34)), Int(Bytes.load16(base + 36)),
            Int(Bytes.load16(base + 38))
        )
        matchPadding = 0 &- Int(Int32(bitPattern: Bytes.load32(base + 40)))
        lState = Int(Bytes.load16(base + 44))
        mState = Int(Bytes.load16(base + 46))
        dState = Int(Bytes.load16(base + 48))
        for symbol in 0..<LZFSE.allSymbols { frequencies[symbol] = Bytes.load16(base + 50 + 2 * symbol) }
    }

    private mutating func readPacked(
        _ base: UnsafeRawPointer, _ frequencies: UnsafeMutablePointer<UInt16>
    ) throws(ArchiveError) {
        let first = Bytes.load64(base + 8)
        let second = Bytes.load64(base + 16)
        let third = Bytes.load64(base + 24)
        func field(_ value: UInt64, _ shift: UInt64, _ width: UInt64) -> Int {
            Int(truncatingIfNeeded: (value >> shift) & ((1 << width) &- 1))
        }
        literalCount = field(first, 0, 20)
        literalPayload = field(first, 20, 20)
        matchCount = field(first, 40, 20)
        literalPadding = 7 - field(first, 60, 3)
        literalStates = (
            field(second, 0, 10), field(second, 10, 10), field(second, 20, 10), field(second, 30, 10)
        )
        matchPayload = field(second, 40, 20)
        matchPadding = 7 - field(second, 60, 3)
        headerSize = field(third, 0, 32)
        lState = field(third, 32, 10)
        mState = field(third, 42, 10)
        dState = field(third, 52, 10)
        guard headerSize >= LZFSE.packedHeaderSize, headerSize <= LZFSE.longestHeader else {
            throw .corruptPayload(.lzfse, reason: "the header of an LZFSE block has an impossible size")
        }
        try readFrequencies(
            UnsafeRawBufferPointer(
                start: base + LZFSE.packedHeaderSize, count: headerSize - LZFSE.packedHeaderSize), frequencies)
    }

    /// Frequencies are written with 2, 3, 5, 8 or 14 bits, from the low end of each byte.
    private func readFrequencies(
        _ bytes: UnsafeRawBufferPointer, _ frequencies: UnsafeMutablePointer<UInt16>
    ) throws(ArchiveError) {
        // No bytes at all stand for zeros throughout.
        if bytes.isEmpty {
            frequencies.update(repeating: 0, count: LZFSE.allSymbols)
            return
        }
        var bits: UInt32 = 0
        var available = 0
        var next = 0
        for symbol in 0..<LZFSE.allSymbols {
            while available <= 24, next < bytes.count {
                bits |= UInt32(bytes[next]) << UInt32(available)
                available += 8
                next += 1
            }
            let value: UInt32
            let used: Int
            switch bits & 7 {
            case 0, 4: (value, used) = (0, 2)
            case 2, 6: (value, used) = (1, 2)
            case 1: (value, used) = (2, 3)
            case 5: (value, used) = (3, 3)
            case 3: (value, used) = (4 + (bits >> 3 & 3), 5)
            default:
                (value, used) = bits & 8 == 0 ? (8 + (bits >> 4 & 15), 8) : (24 + (bits >> 4 & 1023), 14)
            }
            guard used <= available else {
                throw .corruptPayload(.lzfse, reason: "the frequencies of an LZFSE block are cut off")
            }
            frequencies[symbol] = UInt16(truncatingIfNeeded: value)
            bits >>= UInt32(used)
            available -= used
        }
        guard available < 8, next == bytes.count else {
            throw .corruptPayload(.lzfse, reason: "the frequencies of an LZFSE block do not fill their place")
        }
    }

    private func check(_ frequencies: UnsafePointer<UInt16>) throws(ArchiveError) {
        func fits(_ table: Int, _ symbols: Int, _ states: Int) -> Bool {
            var sum = 0
            for symbol in table..<table + symbols { sum += Int(frequencies[symbol]) }
            return sum <= states
        }
        let (first, second, third, fourth) = literalStates
        guard literalCount <= LZFSE.maximumLiterals, literalCount & 3 == 0, matchCount <= LZFSE.maximumMatches,
            literalPayload < 1 << 20, matchPayload < 1 << 20, 0...7 ~= literalPadding, 0...7 ~= matchPadding,
            max(first, second, third, fourth) < LZFSE.literalStates, max(lState, mState) < LZFSE.lengthStates,
            dState < LZFSE.distanceStates
        else {
            throw .corruptPayload(.lzfse, reason: "the header of an LZFSE block holds impossible numbers")
        }
        guard fits(LZFSE.lTable, LZFSE.lengthSymbols, LZFSE.lengthStates),
            fits(LZFSE.mTable, LZFSE.lengthSymbols, LZFSE.lengthStates),
            fits(LZFSE.dTable, LZFSE.distanceSymbols, LZFSE.distanceStates),
            fits(LZFSE.literalTable, LZFSE.literalSymbols, LZFSE.literalStates)
        else {
            throw .corruptPayload(.lzfse, reason: "the frequencies of an LZFSE block are too large")
        }
    }
}
