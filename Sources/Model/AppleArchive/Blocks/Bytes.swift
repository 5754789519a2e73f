// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Loads, stores and copies of unaligned memory, for the inner loops of the codecs.
///
/// None of them checks bounds: callers have.
enum Bytes {
    @inline(__always) static func load16(_ pointer: UnsafeRawPointer) -> UInt16 {
        UInt16(littleEndian: pointer.loadUnaligned(as: UInt16.self))
    }

    @inline(__always) static func load32(_ pointer: UnsafeRawPointer) -> UInt32 {
        UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))
    }

    @inline(__always) static func load64(_ pointer: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
    }

    @inline(__always) static func store32(_ value: UInt32, _ pointer: UnsafeMutableRawPointer) {
        pointer.storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    @inline(__always) static func store64(_ value: UInt64, _ pointer: UnsafeMutableRawPointer) {
        pointer.storeBytes(of: value.littleEndian, as: UInt64.self)
    }

    @inline(__always) static func copy8(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer) {
        target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    }

    @inline(__always) static func copy16(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer) {
        target.storeBytes(
            of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
    }

    /// Copies `count` bytes in steps of 16, so it may read and write up to 15 bytes too many.
    @inline(__always) static func copyLoosely(
        _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
    ) {
        copy16(target, source)
        var done = 16
        while done < count {
            copy16(target + done, source + done)
            done &+= 16
        }
    }

    /// Repeats what lies `distance` bytes before `target`, `count` bytes of it; writes up to 31 bytes too many.
    @inline(__always) static func repeatLoosely(_ target: UnsafeMutableRawPointer, _ distance: Int, _ count: Int) {
        if distance >= 16 {
            copyLoosely(target, UnsafeRawPointer(target - distance), count)
            return
        }
        repeatNear(target, distance, count)
    }

    /// The same for a distance under 16: each copy is right as far as the distance, which then doubles.
    @inline(never) static func repeatNear(_ target: UnsafeMutableRawPointer, _ distance: Int, _ count: Int) {
        let source = UnsafeRawPointer(target - distance)
        var reach = distance
        var done = 0
        while reach < 16 {
            copy16(target + done, source)
            done &+= reach
            reach &+= reach
        }
        while done < count {
            copy16(target + done, UnsafeRawPointer(target + done) - reach)
            done &+= 16
        }
    }

    /// Repeats what lies `distance` bytes before `target`, exactly `count` bytes of it.
    @inline(never) static func repeatExactly(_ target: UnsafeMutableRawPointer, _ distance: Int, _ count: Int) {
        let source = UnsafeRawPointer(target - distance)
        for index in 0..<count {
            target.storeBytes(
                of: source.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
        }
    }
}
