// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Finds earlier occurrences of what stands at a place, by a hash of the next four bytes.
///
/// A bucket holds the last four places with its hash, each with the four bytes that stand there, so that most false
/// hits cost no look at the data. Places are kept with a bias that makes an empty slot too far away to match.
final class LZMatchFinder {
    struct Match {
        var length = 0
        var distance = 0
    }

    private static var hashBits: Int { 14 }
    private static var bias: Int { LZFSE.maximumD + 1 }

    private let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: 4 << hashBits)

    init() {
        slots.initialize(repeating: 0, count: 4 << Self.hashBits)
    }

    deinit { slots.deallocate() }

    /// Forgets everything.
    func removeAll() {
        slots.update(repeating: 0, count: 4 << Self.hashBits)
    }

    @inline(__always) private func bucket(_ value: UInt32) -> UnsafeMutableRawPointer {
        let hash = (value &* 2_654_435_761) &>> UInt32(32 - Self.hashBits)
        return UnsafeMutableRawPointer(slots) + Int(truncatingIfNeeded: hash) &* 32
    }

    @inline(__always) private static func push(_ bucket: UnsafeMutableRawPointer, _ value: UInt32, _ place: Int) {
        let first = bucket.loadUnaligned(as: SIMD2<UInt64>.self)
        let second = bucket.loadUnaligned(fromByteOffset: 8, as: SIMD2<UInt64>.self)
        bucket.storeBytes(of: first, toByteOffset: 8, as: SIMD2<UInt64>.self)
        bucket.storeBytes(of: second, toByteOffset: 16, as: SIMD2<UInt64>.self)
        bucket.storeBytes(
            of: UInt64(truncatingIfNeeded: place &+ bias) | UInt64(value) &<< 32, as: UInt64.self)
    }

    /// Remembers `place`; four bytes must be readable there.
    @inline(__always) func insert(_ data: UnsafeRawPointer, _ place: Int) {
        let value = Bytes.load32(data + place)
        Self.push(bucket(value), value, place)
    }

    /// The longest match for `place`, at least four bytes long, at most up to `end`; then remembers `place`. Eight
    /// bytes must be readable at `place`.
    @inline(__always) func search(_ data: UnsafeRawPointer, _ place: Int, _ end: Int) -> Match {
        let value = Bytes.load32(data + place)
        let bucket = bucket(value)
        var best = Match()
        for slot in 0..<4 {
            let entry = bucket.load(fromByteOffset: slot &* 8, as: UInt64.self)
            guard UInt32(truncatingIfNeeded: entry &>> 32) == value else { continue }
            let distance = place &+ Self.bias &- Int(truncatingIfNeeded: entry & 0xffff_ffff)
            guard distance <= LZFSE.maximumD else { continue }
            let length = Self.length(data + (place &- distance), data + place, 4, end &- place)
            if length > best.length { best = Match(length: length, distance: distance) }
        }
        Self.push(bucket, value, place)
        return best
    }

    /// How many bytes are the same at `first` and `second`, of which `known` are known to be; at most `limit`.
    @inline(__always)
    static func length(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ known: Int, _ limit: Int) -> Int {
        var length = known
        while length &+ 8 <= limit {
            let difference = Bytes.load64(first + length) ^ Bytes.load64(second + length)
            if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
            length &+= 8
        }
        while length < limit,
            first.load(fromByteOffset: length, as: UInt8.self) == second.load(fromByteOffset: length, as: UInt8.self)
        {
            length &+= 1
        }
        return length
    }
}
