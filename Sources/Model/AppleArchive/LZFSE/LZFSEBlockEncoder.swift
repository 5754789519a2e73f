// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Turns collected sequences into `bvx2` blocks, or into a raw block where coding would not pay.
final class LZFSEBlockEncoder {
    /// The longest `bvx2` block: header, 14 bits a frequency, 10 bits a literal, 54 bits a match, and slack.
    static var longestBlock: Int {
        LZFSE.packedHeaderSize + LZFSE.allSymbols * 2 + LZFSE.maximumLiterals * 10 / 8 + LZFSE.maximumMatches * 7 + 64
    }

    /// Where a block is put together.
    private let staging = UnsafeMutableRawPointer.allocate(byteCount: longestBlock, alignment: 16)
    private let counts = UnsafeMutablePointer<UInt32>.allocate(capacity: LZFSE.allSymbols)
    private let strands = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
    private let frequencies = UnsafeMutablePointer<UInt16>.allocate(capacity: LZFSE.allSymbols)
    private let coders = UnsafeMutablePointer<UInt64>.allocate(capacity: LZFSE.allSymbols)
    private let lSymbols = UnsafeMutablePointer<UInt8>.allocate(capacity: LZFSE.maximumL + 1)
    private let mSymbols = UnsafeMutablePointer<UInt8>.allocate(capacity: LZFSE.maximumM + 1)
    /// For each of 20 symbols: bits that follow it (0 to 7) and base (8 to 31).
    private let lExtras = UnsafeMutablePointer<UInt32>.allocate(capacity: LZFSE.lengthSymbols)
    private let mExtras = UnsafeMutablePointer<UInt32>.allocate(capacity: LZFSE.lengthSymbols)

    init() {
        counts.initialize(repeating: 0, count: LZFSE.allSymbols)
        strands.initialize(repeating: 0, count: 4 * 256)
        frequencies.initialize(repeating: 0, count: LZFSE.allSymbols)
        coders.initialize(repeating: 0, count: LZFSE.allSymbols)
        Self.fill(lSymbols, lExtras, LZFSE.maximumL, LZFSE.lExtra)
        Self.fill(mSymbols, mExtras, LZFSE.maximumM, LZFSE.mExtra)
    }

    deinit {
        staging.deallocate()
        counts.deallocate()
        strands.deallocate()
        frequencies.deallocate()
        coders.deallocate()
        lSymbols.deallocate()
        mSymbols.deallocate()
        lExtras.deallocate()
        mExtras.deallocate()
    }

    private static func fill(
        _ symbols: UnsafeMutablePointer<UInt8>, _ extras: UnsafeMutablePointer<UInt32>, _ largest: Int,
        _ extra: (Int) -> (bits: Int, base: Int)
    ) {
        for symbol in 0..<LZFSE.lengthSymbols {
            let (bits, base) = extra(symbol)
            extras[symbol] = UInt32(bits) | UInt32(base) << 8
            for value in base..<min(base + 1 << bits, largest + 1) { symbols[value] = UInt8(symbol) }
        }
    }

    /// Codes `sequences`, which stand for the `plain` bytes, and returns the block; it is valid until the next call.
    /// nil: the plain bytes as a raw block are not longer.
    func encode(_ sequences: LZSequences, plainSize: Int) -> UnsafeRawBufferPointer? {
        countSymbols(sequences)
        let literalCount = (sequences.literalCount + 3) & ~3
        if literalCount > sequences.literalCount {
            // Literals come in fours; what fills the last four is never output.
            let last = sequences.literals[sequences.literalCount - 1]
            for index in sequences.literalCount..<literalCount { sequences.literals[index] = last }
            counts[LZFSE.literalTable + Int(last)] += UInt32(literalCount - sequences.literalCount)
        }
        if literalCount > plainSize - plainSize / 32, literalBits(literalCount) / 8 + 64 > plainSize { return nil }
        normalize(LZFSE.lTable, LZFSE.lengthSymbols, LZFSE.lengthStates, sequences.count)
        normalize(LZFSE.mTable, LZFSE.lengthSymbols, LZFSE.lengthStates, sequences.count)
        normalize(LZFSE.dTable, LZFSE.distanceSymbols, LZFSE.distanceStates, sequences.count)
        normalize(LZFSE.literalTable, LZFSE.literalSymbols, LZFSE.literalStates, literalCount)
        let size = assemble(sequences, literalCount: literalCount, plainSize: plainSize)
        guard size < plainSize + 8 else { return nil }
        return UnsafeRawBufferPointer(start: staging, count: size)
    }

    /// Counts all symbols, and replaces distances that repeat the one before by 0.
    private func countSymbols(_ sequences: LZSequences) {
        let counts = counts
        counts.update(repeating: 0, count: LZFSE.allSymbols)
        let entries = sequences.entries
        var distance: UInt64 = 0
        for index in 0..<sequences.count {
            var entry = entries[index]
            if entry &>> 32 == distance {
                entry &= 0xffff_ffff
                entries[index] = entry
            } else {
                distance = entry &>> 32
            }
            counts[LZFSE.lTable &+ Int(lSymbols[Int(truncatingIfNeeded: entry & 0xffff)])] &+= 1
            counts[LZFSE.mTable &+ Int(mSymbols[Int(truncatingIfNeeded: (entry &>> 16) & 0xffff)])] &+= 1
            counts[LZFSE.dTable &+ Self.distanceSymbol(entry &>> 32).symbol] &+= 1
        }
        // Four counters a byte value, since one that repeats at once would wait for itself.
        let strands = strands
        strands.update(repeating: 0, count: 4 * 256)
        let literals = sequences.literals
        var index = 0
        while index &+ 4 <= sequences.literalCount {
            let four = Bytes.load32(literals + index)
            strands[Int(four & 0xff)] &+= 1
            strands[256 &+ Int((four &>> 8) & 0xff)] &+= 1
            strands[512 &+ Int((four &>> 16) & 0xff)] &+= 1
            strands[768 &+ Int(four &>> 24)] &+= 1
            index &+= 4
        }
        while index < sequences.literalCount {
            strands[Int(literals[index])] &+= 1
            index &+= 1
        }
        for value in 0..<256 {
            counts[LZFSE.literalTable &+ value] =
                strands[value] &+ strands[256 &+ value] &+ strands[512 &+ value] &+ strands[768 &+ value]
        }
    }

    /// The symbol of a distance, and how many bits of what follow it.
    @inline(__always)
    private static func distanceSymbol(_ distance: UInt64) -> (symbol: Int, bits: UInt64, extra: UInt64) {
        let shifted = distance &+ 4
        let bits = UInt64(truncatingIfNeeded: 61 &- shifted.leadingZeroBitCount)
        let symbol = Int(truncatingIfNeeded: 4 &* bits &+ (shifted &>> bits) &- 4)
        return (symbol, bits, shifted & ((1 &<< bits) &- 1))
    }

    /// The entropy of the literals in bits.
    private func literalBits(_ total: Int) -> Int {
        var bits = 0.0
        for value in 0..<256 {
            let count = Double(counts[LZFSE.literalTable + value])
            if count > 0 { bits += count * log2(Double(total) / count) }
        }
        return Int(bits)
    }

    /// Scales the counts of one table to a sum of `states`, with at least 1 for each that occurs.
    private func normalize(_ table: Int, _ symbols: Int, _ states: Int, _ total: Int) {
        let counts = counts + table
        let frequencies = frequencies + table
        guard total > 0 else {
            frequencies.update(repeating: 0, count: symbols)
            return
        }
        let scale = (UInt64(states) << 32) / UInt64(total)
        var sum = 0
        var largest = 0
        for symbol in 0..<symbols {
            let count = counts[symbol]
            guard count > 0 else {
                frequencies[symbol] = 0
                continue
            }
            let frequency = max(1, (UInt64(count) &* scale &+ (1 << 31)) &>> 32)
            frequencies[symbol] = UInt16(truncatingIfNeeded: frequency)
            sum += Int(frequency)
            if count > counts[largest] || frequencies[largest] == 0 { largest = symbol }
        }
        if sum <= states {
            frequencies[largest] += UInt16(states - sum)
            return
        }
        // Take what is too much from where it costs least: from the largest at once if it hardly feels it, else singly.
        var excess = sum - states
        if excess < Int(frequencies[largest]) / 8 {
            frequencies[largest] -= UInt16(excess)
            return
        }
        while excess > 0 {
            var cheapest = -1
            var cost = Double.infinity
            for symbol in 0..<symbols where frequencies[symbol] > 1 {
                let frequency = Double(frequencies[symbol])
                let loss = Double(counts[symbol]) / (frequency - 0.5)
                if loss < cost { (cheapest, cost) = (symbol, loss) }
            }
            guard cheapest >= 0 else { return }
            frequencies[cheapest] -= 1
            excess -= 1
        }
    }

    /// Writes header and payloads to `staging`; returns the block's size.
    private func assemble(_ sequences: LZSequences, literalCount: Int, plainSize: Int) -> Int {
        let headerSize = LZFSE.packedHeaderSize + writeFrequencies(staging + LZFSE.packedHeaderSize)
        FSETables.buildEncoder(
            coders + LZFSE.lTable, states: LZFSE.lengthStates, frequencies: frequencies + LZFSE.lTable,
            symbols: LZFSE.lengthSymbols)
        FSETables.buildEncoder(
            coders + LZFSE.mTable, states: LZFSE.lengthStates, frequencies: frequencies + LZFSE.mTable,
            symbols: LZFSE.lengthSymbols)
        FSETables.buildEncoder(
            coders + LZFSE.dTable, states: LZFSE.distanceStates, frequencies: frequencies + LZFSE.dTable,
            symbols: LZFSE.distanceSymbols)
        FSETables.buildEncoder(
            coders + LZFSE.literalTable, states: LZFSE.literalStates, frequencies: frequencies + LZFSE.literalTable,
            symbols: LZFSE.literalSymbols)
        let literals = writeLiterals(sequences.literals, literalCount, staging + headerSize)
        let matches = writeMatches(sequences, staging + (headerSize + literals.size))

        func packed(_ fields: (Int, UInt64)...) -> UInt64 {
            fields.reduce(0) { $0 | UInt64(truncatingIfNeeded: $1.0) << $1.1 }
        }
        Bytes.store32(LZFSE.packedTables, staging)
        Bytes.store32(UInt32(plainSize), staging + 4)
        Bytes.store64(
            packed((literalCount, 0), (literals.size, 20), (sequences.count, 40), (7 - literals.padding, 60)),
            staging + 8)
        Bytes.store64(
            packed(
                (literals.states.0, 0), (literals.states.1, 10), (literals.states.2, 20), (literals.states.3, 30),
                (matches.size, 40), (7 - matches.padding, 60)), staging + 16)
        Bytes.store64(
            packed((headerSize, 0), (matches.states.0, 32), (matches.states.1, 42), (matches.states.2, 52)),
            staging + 24)
        return headerSize + literals.size + matches.size
    }

    /// Writes the frequencies with 2, 3, 5, 8 or 14 bits each; returns the bytes written.
    private func writeFrequencies(_ target: UnsafeMutableRawPointer) -> Int {
        var writer = LZFSEBitWriter(target)
        for symbol in 0..<LZFSE.allSymbols {
            let value = UInt64(frequencies[symbol])
            switch value {
            case 0: writer.push(0, 2)
            case 1: writer.push(2, 2)
            case 2: writer.push(1, 3)
            case 3: writer.push(5, 3)
            case 4...7: writer.push(3 | (value - 4) << 3, 5)
            case 8...23: writer.push(7 | (value - 8) << 4, 8)
            default: writer.push(15 | (value - 24) << 4, 14)
            }
            writer.flush()
        }
        return writer.finish().size
    }

    /// Codes the literals, last first, by four coders in turn.
    private func writeLiterals(
        _ literals: UnsafeMutablePointer<UInt8>, _ count: Int, _ target: UnsafeMutableRawPointer
    ) -> (size: Int, padding: Int, states: (Int, Int, Int, Int)) {
        let coders = coders + LZFSE.literalTable
        let states = UInt32(LZFSE.literalStates)
        var (s0, s1, s2, s3) = (states, states, states, states)
        var writer = LZFSEBitWriter(target)
        var index = count
        while index > 0 {
            index &-= 4
            let four = Bytes.load32(literals + index)
            Self.step(coders[Int(four &>> 24)], &s3, &writer)
            Self.step(coders[Int((four &>> 16) & 0xff)], &s2, &writer)
            Self.step(coders[Int((four &>> 8) & 0xff)], &s1, &writer)
            Self.step(coders[Int(four & 0xff)], &s0, &writer)
            writer.flush()
        }
        let (size, padding) = writer.finish()
        return (size, padding, (Int(s0 - states), Int(s1 - states), Int(s2 - states), Int(s3 - states)))
    }

    /// Codes the matches, last first: distance, length, literal count, each with its extra bits before its symbol.
    ///
    /// Eight zero bytes come before the bits, as in what the reference encoder writes: the reference decoder refuses a
    /// block whose match payload is shorter than one of its loads.
    private func writeMatches(
        _ sequences: LZSequences, _ target: UnsafeMutableRawPointer
    ) -> (size: Int, padding: Int, states: (Int, Int, Int)) {
        let (lCoders, mCoders, dCoders) = (coders + LZFSE.lTable, coders + LZFSE.mTable, coders + LZFSE.dTable)
        var l = UInt32(LZFSE.lengthStates)
        var m = l
        var d = UInt32(LZFSE.distanceStates)
        Bytes.store64(0, target)
        var writer = LZFSEBitWriter(target + 8)
        let entries = sequences.entries
        var index = sequences.count
        while index > 0 {
            index &-= 1
            let entry = entries[index]
            let (symbol, bits, extra) = Self.distanceSymbol(entry &>> 32)
            writer.push(extra, bits)
            Self.step(dCoders[symbol], &d, &writer)
            let match = (entry &>> 16) & 0xffff
            let mSymbol = Int(mSymbols[Int(truncatingIfNeeded: match)])
            let mExtra = UInt64(mExtras[mSymbol])
            writer.push(match &- mExtra &>> 8, mExtra & 0xff)
            Self.step(mCoders[mSymbol], &m, &writer)
            let length = entry & 0xffff
            let lSymbol = Int(lSymbols[Int(truncatingIfNeeded: length)])
            let lExtra = UInt64(lExtras[lSymbol])
            writer.push(length &- lExtra &>> 8, lExtra & 0xff)
            Self.step(lCoders[lSymbol], &l, &writer)
            writer.flush()
        }
        let (size, padding) = writer.finish()
        let lengthStates = UInt32(LZFSE.lengthStates)
        return (
            8 + size, padding,
            (Int(l - lengthStates), Int(m - lengthStates), Int(d - UInt32(LZFSE.distanceStates)))
        )
    }

    /// Codes one symbol: the low bits of the state go out, the rest and the symbol make the next state.
    @inline(__always)
    private static func step(_ coder: UInt64, _ state: inout UInt32, _ writer: inout LZFSEBitWriter) {
        let bits = (state &+ UInt32(truncatingIfNeeded: coder)) &>> 16
        writer.push(UInt64(state & ((1 &<< bits) &- 1)), UInt64(bits))
        state = (state &>> bits) &+ UInt32(truncatingIfNeeded: coder &>> 32)
    }
}
