// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The matches that LZFSE and LZVN blocks are coded from, as a match finder collects them.
///
/// Each is a number of literals (bits 0 to 15), a match length (16 to 31) and a distance (32 to 63), in that order on
/// output; the literals themselves lie in one row beside them.
final class LZSequences {
    let literals = UnsafeMutablePointer<UInt8>.allocate(capacity: LZFSE.maximumLiterals + 64)
    let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: LZFSE.maximumMatches)
    private(set) var literalCount = 0
    private(set) var count = 0
    /// Plain bytes that the collected sequences stand for.
    private(set) var plainSize = 0
    private var lastDistance = 0

    init() {
        literals.initialize(repeating: 0, count: LZFSE.maximumLiterals + 64)
        entries.initialize(repeating: 0, count: LZFSE.maximumMatches)
    }

    deinit {
        literals.deallocate()
        entries.deallocate()
    }

    func removeAll() {
        literalCount = 0
        count = 0
        plainSize = 0
        lastDistance = 0
    }

    /// Takes as much as there is room for of `length` literals at `source` and then a match, and says how much that
    /// was; the caller empties the collection and comes back with the rest. `readable` bytes lie at `source`.
    @inline(__always)
    func append(
        _ source: UnsafeRawPointer, readable: Int, literals length: Int, match: Int, distance: Int
    ) -> (literals: Int, match: Int) {
        if length <= LZFSE.maximumL, match <= LZFSE.maximumM, count < LZFSE.maximumMatches,
            length <= LZFSE.maximumLiterals &- literalCount, length &+ 16 <= readable
        {
            Bytes.copyLoosely(literals + literalCount, source, length)
            literalCount &+= length
            entries[count] = Self.entry(length, match, distance)
            count &+= 1
            plainSize &+= length &+ match
            lastDistance = distance
            return (length, match)
        }
        return appendInParts(source, literals: length, match: match, distance: distance)
    }

    @inline(never)
    private func appendInParts(
        _ source: UnsafeRawPointer, literals length: Int, match: Int, distance: Int
    ) -> (literals: Int, match: Int) {
        var taken = 0
        while count < LZFSE.maximumMatches, length - taken > LZFSE.maximumL || match == 0 {
            let part = min(length - taken, LZFSE.maximumL, LZFSE.maximumLiterals - literalCount)
            guard part > 0 else { return (taken, 0) }
            // Without a match the distance says nothing; the last one is the cheapest, and 1 is always valid.
            add(source + taken, part, 0, lastDistance == 0 ? 1 : lastDistance)
            taken += part
            if match == 0, taken == length { return (taken, 0) }
        }
        var matched = 0
        while count < LZFSE.maximumMatches, matched < match {
            let part = min(match - matched, LZFSE.maximumM)
            guard length - taken <= LZFSE.maximumLiterals - literalCount else { break }
            add(source + taken, length - taken, part, distance)
            taken = length
            matched += part
        }
        return (taken, matched)
    }

    private func add(_ source: UnsafeRawPointer, _ length: Int, _ match: Int, _ distance: Int) {
        UnsafeMutableRawPointer(literals + literalCount).copyMemory(from: source, byteCount: length)
        literalCount += length
        entries[count] = Self.entry(length, match, distance)
        count += 1
        plainSize += length + match
        lastDistance = distance
    }

    @inline(__always) private static func entry(_ length: Int, _ match: Int, _ distance: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: length) | UInt64(truncatingIfNeeded: match) &<< 16
            | UInt64(truncatingIfNeeded: distance) &<< 32
    }
}
