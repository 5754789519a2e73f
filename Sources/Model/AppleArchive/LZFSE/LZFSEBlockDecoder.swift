// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes one `bvx1` or `bvx2` block. First all literals are decoded, then the matches, as far as there is room: a
/// caller with a sliding window makes room and calls `continueMatches` again.
///
/// Both payloads are read backwards. A `container` of 64 bits is loaded at `place`; of its high bits, `used` are gone.
final class LZFSEBlockDecoder {
    /// Whether a block is complete or waits for room.
    enum Outcome { case done, needsRoom }

    /// What is known of a block between two calls.
    private struct Progress {
        var header = LZFSEBlockHeader()
        /// Offset from the block's start of the bytes to load next, and bits used of them.
        var place = 0
        var used: UInt64 = 0
        var lState = 0
        var mState = 0
        var dState = 0
        var distance = Int.max
        var matchesLeft = 0
        var literal = 0
        var produced = 0
        /// Decoded, and waiting for room.
        var waiting = false
        var l = 0
        var m = 0
    }

    private let literals = UnsafeMutablePointer<UInt8>.allocate(capacity: LZFSE.maximumLiterals + 64)
    private let literalTable = UnsafeMutablePointer<UInt32>.allocate(capacity: LZFSE.literalStates)
    private let lTable = UnsafeMutablePointer<UInt64>.allocate(capacity: LZFSE.lengthStates)
    private let mTable = UnsafeMutablePointer<UInt64>.allocate(capacity: LZFSE.lengthStates)
    private let dTable = UnsafeMutablePointer<UInt64>.allocate(capacity: LZFSE.distanceStates)
    private let frequencies = UnsafeMutablePointer<UInt16>.allocate(capacity: LZFSE.allSymbols)
    private var progress = Progress()

    init() {
        literals.initialize(repeating: 0, count: LZFSE.maximumLiterals + 64)
        frequencies.initialize(repeating: 0, count: LZFSE.allSymbols)
        literalTable.initialize(repeating: 0, count: LZFSE.literalStates)
        lTable.initialize(repeating: 0, count: LZFSE.lengthStates)
        mTable.initialize(repeating: 0, count: LZFSE.lengthStates)
        dTable.initialize(repeating: 0, count: LZFSE.distanceStates)
    }

    deinit {
        literals.deallocate()
        literalTable.deallocate()
        lTable.deallocate()
        mTable.deallocate()
        dTable.deallocate()
        frequencies.deallocate()
    }

    /// Bytes of the block that `begin` has started, header included.
    var blockSize: Int { progress.header.size }

    /// Bytes of the block that begins `bytes`, once its header is there; nil before.
    func size(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Int? {
        guard let needed = LZFSEBlockHeader.neededBytes(bytes) else { return nil }
        // A header that claims to be longer than any is refused when it is read.
        if needed <= LZFSE.longestHeader, bytes.count < needed { return nil }
        return try LZFSEBlockHeader(bytes, frequencies: frequencies).size
    }

    /// Reads the header and the literals of the block that begins `bytes`, which must hold all of it.
    func begin(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        let header = try LZFSEBlockHeader(bytes, frequencies: frequencies)
        guard let base = bytes.baseAddress, bytes.count >= header.size else {
            throw .corruptPayload(.lzfse, reason: "an LZFSE block is cut off")
        }
        FSETables.buildLiterals(
            literalTable, states: LZFSE.literalStates, frequencies: frequencies + LZFSE.literalTable,
            symbols: LZFSE.literalSymbols)
        FSETables.buildValues(
            lTable, states: LZFSE.lengthStates, frequencies: frequencies + LZFSE.lTable,
            symbols: LZFSE.lengthSymbols, extra: LZFSE.lExtra)
        FSETables.buildValues(
            mTable, states: LZFSE.lengthStates, frequencies: frequencies + LZFSE.mTable,
            symbols: LZFSE.lengthSymbols, extra: LZFSE.mExtra)
        FSETables.buildValues(
            dTable, states: LZFSE.distanceStates, frequencies: frequencies + LZFSE.dTable,
            symbols: LZFSE.distanceSymbols, extra: LZFSE.dExtra)
        progress = Progress()
        progress.header = header
        try decodeLiterals(base)
        progress.lState = header.lState
        progress.mState = header.mState
        progress.dState = header.dState
        progress.matchesLeft = header.matchCount
        progress.place = header.size - 8
        progress.used = UInt64(header.matchPadding)
        try Self.checkPadding(base + progress.place, progress.used)
    }

    /// The unused bits of the last byte are zero in every valid block.
    private static func checkPadding(_ last: UnsafeRawPointer, _ padding: UInt64) throws(ArchiveError) {
        guard padding == 0 || Bytes.load64(last) &>> (64 &- padding) == 0 else {
            throw .corruptPayload(.lzfse, reason: "the padding of an LZFSE block is not zero")
        }
    }

    private func decodeLiterals(_ base: UnsafeRawPointer) throws(ArchiveError) {
        let header = progress.header
        guard header.literalCount > 0 else { return }
        let table = literalTable
        let target = literals
        // Headers are longer than a load, so a load from the first payload byte on still lies in the block; the check
        // after the loop finds payloads that were used up too early.
        let first = base + header.headerSize
        let lowest = base
        var place = base + (header.headerSize + header.literalPayload - 8)
        var used = UInt64(header.literalPadding)
        try Self.checkPadding(place, used)
        var (s0, s1, s2, s3) = (
            UInt32(header.literalStates.0), UInt32(header.literalStates.1), UInt32(header.literalStates.2),
            UInt32(header.literalStates.3)
        )
        var index = 0
        let count = header.literalCount
        while index < count {
            place -= Int(truncatingIfNeeded: used &>> 3)
            used &= 7
            guard place >= lowest else {
                throw .corruptPayload(.lzfse, reason: "the literals of an LZFSE block are cut off")
            }
            let container = Bytes.load64(place)
            var symbols = Self.step(table, &s0, container, &used)
            symbols |= Self.step(table, &s1, container, &used) &<< 8
            symbols |= Self.step(table, &s2, container, &used) &<< 16
            symbols |= Self.step(table, &s3, container, &used) &<< 24
            Bytes.store32(symbols, target + index)
            index &+= 4
        }
        // The bits end `used` bits below the top of the container at `place`.
        guard (place + 8) - first >= Int(truncatingIfNeeded: (used &+ 7) &>> 3) else {
            throw .corruptPayload(.lzfse, reason: "the literals of an LZFSE block are cut off")
        }
    }

    /// One literal, and the state after it.
    @inline(__always) private static func step(
        _ table: UnsafeMutablePointer<UInt32>, _ state: inout UInt32, _ container: UInt64, _ used: inout UInt64
    ) -> UInt32 {
        let entry = table[Int(truncatingIfNeeded: state)]
        let bits = UInt64(entry & 0xff)
        let value = ((container &<< used) &>> 1) &>> (63 &- bits)
        used &+= bits
        state = (entry &>> 16) &+ UInt32(truncatingIfNeeded: value)
        return (entry &>> 8) & 0xff
    }

    /// Writes what the matches make, until the block is complete or a match finds no room. `base` is where the block
    /// that `begin` was given lies now.
    func continueMatches(_ base: UnsafeRawPointer, _ window: inout DecodeWindow) throws(ArchiveError) -> Outcome {
        let table = (l: lTable, m: mTable, d: dTable)
        let lowest = base
        let allLiterals = progress.header.literalCount
        let started = window.position
        var position = window.position
        var place = base + progress.place
        var used = progress.used
        var lState = UInt64(progress.lState)
        var mState = UInt64(progress.mState)
        var dState = UInt64(progress.dState)
        var distance = progress.distance
        var matchesLeft = progress.matchesLeft
        var literal = progress.literal
        var (l, m) = (progress.l, progress.m)
        var waiting = progress.waiting
        let literals = UnsafeRawPointer(literals)

        while waiting || matchesLeft > 0 {
            if !waiting {
                place -= Int(truncatingIfNeeded: used &>> 3)
                used &= 7
                guard place >= lowest else {
                    throw .corruptPayload(.lzfse, reason: "the matches of an LZFSE block are cut off")
                }
                let container = Bytes.load64(place)
                let lEntry = table.l[Int(truncatingIfNeeded: lState)]
                let mEntry = table.m[Int(truncatingIfNeeded: mState)]
                let dEntry = table.d[Int(truncatingIfNeeded: dState)]
                l = Int(truncatingIfNeeded: Self.value(lEntry, &lState, container, &used))
                m = Int(truncatingIfNeeded: Self.value(mEntry, &mState, container, &used))
                let newDistance = Int(truncatingIfNeeded: Self.value(dEntry, &dState, container, &used))
                distance = newDistance == 0 ? distance : newDistance
                matchesLeft &-= 1
                guard l <= allLiterals &- literal else {
                    throw .corruptPayload(.lzfse, reason: "an LZFSE block uses more literals than it has")
                }
            }
            let room = window.end - position
            if l &+ m &+ 32 <= room {
                Bytes.copyLoosely(position, literals + literal, l)
                position += l
                literal &+= l
                guard distance <= position - window.start else {
                    if m == 0 { continue }
                    throw .corruptPayload(.lzfse, reason: "a match of an LZFSE block begins before the data")
                }
                Bytes.repeatLoosely(position, distance, m)
                position += m
                waiting = false
            } else if l &+ m <= room {
                position.copyMemory(from: literals + literal, byteCount: l)
                position += l
                literal &+= l
                guard m == 0 || distance <= position - window.start else {
                    throw .corruptPayload(.lzfse, reason: "a match of an LZFSE block begins before the data")
                }
                if m > 0 { Bytes.repeatExactly(position, distance, m) }
                position += m
                waiting = false
            } else {
                waiting = true
                break
            }
        }
        progress.place = place - base
        progress.used = used
        progress.lState = Int(lState)
        progress.mState = Int(mState)
        progress.dState = Int(dState)
        progress.distance = distance
        progress.matchesLeft = matchesLeft
        progress.literal = literal
        (progress.l, progress.m) = (l, m)
        progress.waiting = waiting
        progress.produced &+= position - started
        window.position = position
        guard progress.produced <= progress.header.rawSize else {
            throw .corruptPayload(.lzfse, reason: "an LZFSE block makes more bytes than it says")
        }
        if waiting { return .needsRoom }
        let end = progress.header.headerSize + progress.header.literalPayload
        guard progress.produced == progress.header.rawSize, (place + 8 - base) - Int((used + 7) >> 3) >= end else {
            throw .corruptPayload(.lzfse, reason: "an LZFSE block does not make the bytes it says")
        }
        return .done
    }

    /// One value, and the state after it.
    @inline(__always) private static func value(
        _ entry: UInt64, _ state: inout UInt64, _ container: UInt64, _ used: inout UInt64
    ) -> UInt64 {
        let bits = entry & 0xff
        let valueBits = (entry &>> 8) & 0xff
        let taken = ((container &<< used) &>> 1) &>> (63 &- bits)
        used &+= bits
        state = ((entry &>> 16) & 0xffff) &+ (taken &>> valueBits)
        return (entry &>> 32) &+ (taken & ((1 &<< valueBits) &- 1))
    }
}
