// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Encodes a whole LZFSE stream: finds matches, lazily, and codes them block by block.
final class LZFSEEncoder {
    /// A match this long is taken at once.
    private static var goodLength: Int { 40 }
    /// Inputs up to this size are coded as LZVN too, and the smaller result is taken.
    private static var smallInput: Int { 16_384 }

    private let finder = LZMatchFinder()
    private let sequences = LZSequences()
    private let coder = LZFSEBlockEncoder()

    /// The stream under construction.
    private struct Output {
        let base: UnsafeMutableRawPointer
        var size = 0
        /// What the stream must stay below.
        let limit: Int

        mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard let source = bytes.baseAddress, bytes.count <= limit - size else { return false }
            (base + size).copyMemory(from: source, byteCount: bytes.count)
            size += bytes.count
            return true
        }

        /// Appends a raw block.
        mutating func append(raw bytes: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count + 8 <= limit - size else { return false }
            Bytes.store32(LZFSE.raw, base + size)
            Bytes.store32(UInt32(bytes.count), base + size + 4)
            size += 8
            return append(bytes)
        }
    }

    /// Encodes `source` into `target`; nil when the result would not be smaller than `source` or has no room.
    func encode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        guard let data = source.baseAddress, let base = target.baseAddress, source.count > 12 else { return nil }
        finder.removeAll()
        sequences.removeAll()
        var output = Output(base: base, limit: min(target.count, source.count - 1))
        var blockStart = 0
        guard parse(data, source.count, &output, &blockStart) else { return nil }
        if sequences.plainSize > 0 {
            guard flush(data, &output, &blockStart, only: output.size == 0) else { return nil }
        }
        guard output.limit - output.size >= 4 else { return nil }
        Bytes.store32(LZFSE.endOfStream, base + output.size)
        return output.size + 4
    }

    /// Writes what has been collected as one block; false when there is no room.
    private func flush(
        _ data: UnsafeRawPointer, _ output: inout Output, _ blockStart: inout Int, only: Bool
    ) -> Bool {
        let plain = UnsafeRawBufferPointer(start: data + blockStart, count: sequences.plainSize)
        blockStart += sequences.plainSize
        let block = coder.encode(sequences, plainSize: plain.count)
        var done = false
        if only, plain.count <= Self.smallInput {
            let limit = min(output.limit, block?.count ?? plain.count)
            let room = UnsafeMutableRawBufferPointer(start: output.base, count: limit)
            if let size = LZVNEncoder.encode(sequences, into: room) {
                output.size = size
                done = true
            }
        }
        if !done { done = block.map { output.append($0) } ?? output.append(raw: plain) }
        sequences.removeAll()
        return done
    }

    /// Collects one match, and writes blocks as they fill up.
    @inline(__always)
    private func emit(
        _ data: UnsafeRawPointer, _ count: Int, anchor: Int, literals: Int, match: Int, distance: Int,
        _ output: inout Output, _ blockStart: inout Int
    ) -> Bool {
        var (place, literals, match) = (anchor, literals, match)
        while true {
            let taken = sequences.append(
                data + place, readable: count &- place, literals: literals, match: match, distance: distance)
            if taken.literals == literals, taken.match == match { return true }
            place &+= taken.literals
            literals &-= taken.literals
            match &-= taken.match
            guard flush(data, &output, &blockStart, only: false) else { return false }
        }
    }

    /// Goes through `data`; false when there is no room.
    private func parse(
        _ data: UnsafeRawPointer, _ count: Int, _ output: inout Output, _ blockStart: inout Int
    ) -> Bool {
        let limit = count &- 12
        var place = 0
        var anchor = 0
        var last = 0
        while place < limit {
            var start = place
            var match = best(data, place, count, last)
            guard match.length > 0 else {
                // The longer nothing has matched, the less closely we look.
                place &+= 1 &+ (place &- anchor) &>> 10
                continue
            }
            // A better match may begin one or two bytes later; literals up to there cost a little.
            var later = 0
            while match.length < Self.goodLength, later < 2, place &+ 1 < limit {
                place &+= 1
                later &+= 1
                let next = best(data, place, count, last)
                guard Self.worth(next, last) > Self.worth(match, last) &+ (later == 1 ? 3 : 7) else { continue }
                match = next
                start = place
                later = 0
            }
            while start > anchor, match.distance < start,
                data.load(fromByteOffset: start &- 1, as: UInt8.self)
                    == data.load(fromByteOffset: start &- 1 &- match.distance, as: UInt8.self)
            {
                start &-= 1
                match.length &+= 1
            }
            let end = start &+ match.length
            guard
                emit(
                    data, count, anchor: anchor, literals: start &- anchor, match: match.length,
                    distance: match.distance, &output, &blockStart)
            else { return false }
            last = match.distance
            anchor = end
            place &+= 1
            let step = match.length < 64 ? 1 : 3
            let insertionEnd = min(end, limit)
            while place < insertionEnd {
                finder.insert(data, place)
                place &+= step
            }
            place = end
        }
        guard anchor < count else { return true }
        return emit(
            data, count, anchor: anchor, literals: count &- anchor, match: 0, distance: 0, &output, &blockStart)
    }

    /// The best match for `place`, the last distance considered; length 0 when there is none worth taking.
    @inline(__always)
    private func best(_ data: UnsafeRawPointer, _ place: Int, _ count: Int, _ last: Int) -> LZMatchFinder.Match {
        var match = finder.search(data, place, count)
        if last > 0, last != match.distance, Bytes.load32(data + place) == Bytes.load32(data + (place &- last)) {
            let length = LZMatchFinder.length(data + (place &- last), data + place, 4, count &- place)
            let again = LZMatchFinder.Match(length: length, distance: last)
            if Self.worth(again, last) >= Self.worth(match, last) { match = again }
        } else if match.length == 4, match.distance > 1 << 16 {
            match.length = 0
        }
        return match
    }

    /// What a match saves, in quarters of a byte or so: its length, less what its distance costs.
    @inline(__always) private static func worth(_ match: LZMatchFinder.Match, _ last: Int) -> Int {
        if match.length == 0 { return 0 }
        let cost = match.distance == last ? 0 : 64 &- (match.distance &+ 1).leadingZeroBitCount
        return match.length &* 4 &- cost
    }
}
