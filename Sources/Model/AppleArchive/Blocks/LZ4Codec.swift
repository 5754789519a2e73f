// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CLZ4

/// Apple's LZ4 framing: blocks `bv41` (plain size, stored size, LZ4 data), `bv4-` (size, raw bytes), `bv4$` at the end.
final class LZ4Codec {
    static var compressed: UInt32 { 0x3134_7662 }
    static var raw: UInt32 { 0x2d34_7662 }
    static var end: UInt32 { 0x2434_7662 }
    /// Plain bytes of a block that we write; also how far back a block may reach into those before it.
    private static var blockSize: Int { 65_536 }

    private let state: UnsafeMutableRawPointer

    init() {
        state = .allocate(byteCount: Int(LZ4_sizeofState()), alignment: 16)
    }

    deinit { state.deallocate() }

    /// Encodes `source` in blocks of 64 KiB; nil when the result would not be smaller or has no room.
    func encode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        guard let data = source.baseAddress, let base = target.baseAddress else { return nil }
        let limit = min(target.count, source.count - 1)
        var size = 0
        var place = 0
        while place < source.count {
            let count = min(Self.blockSize, source.count - place)
            let room = min(limit - size - 12, count - 1)
            guard room > 0 else { return nil }
            let written = LZ4_compress_fast_extState(
                state, (data + place).assumingMemoryBound(to: CChar.self),
                (base + size + 12).assumingMemoryBound(to: CChar.self), Int32(count), Int32(room), 1)
            if written > 0 {
                Bytes.store32(Self.compressed, base + size)
                Bytes.store32(UInt32(count), base + size + 4)
                Bytes.store32(UInt32(written), base + size + 8)
                size += 12 + Int(written)
            } else {
                guard count + 8 <= limit - size else { return nil }
                Bytes.store32(Self.raw, base + size)
                Bytes.store32(UInt32(count), base + size + 4)
                (base + size + 8).copyMemory(from: data + place, byteCount: count)
                size += 8 + count
            }
            place += count
        }
        guard limit - size >= 4 else { return nil }
        Bytes.store32(Self.end, base + size)
        return size + 4
    }

    /// Decodes `source` into `target`, which it must fill exactly.
    func decode(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(ArchiveError) {
        guard let base = source.baseAddress, let output = target.baseAddress else {
            throw .corruptPayload(.lz4, reason: "a payload stands for no bytes")
        }
        var place = 0
        var written = 0
        while true {
            guard source.count - place >= 4 else { throw .corruptPayload(.lz4, reason: "the end mark is missing") }
            let magic = Bytes.load32(base + place)
            if magic == Self.end { break }
            guard magic == Self.compressed || magic == Self.raw else {
                throw .corruptPayload(.lz4, reason: "a block of unknown kind")
            }
            let header = magic == Self.raw ? 8 : 12
            guard source.count - place >= header else { throw .corruptPayload(.lz4, reason: "a block is cut off") }
            let plain = Int(Bytes.load32(base + place + 4))
            let stored = magic == Self.raw ? plain : Int(Bytes.load32(base + place + 8))
            place += header
            guard stored <= source.count - place, plain <= target.count - written else {
                throw .corruptPayload(.lz4, reason: "a block is longer than its place")
            }
            if magic == Self.raw {
                (output + written).copyMemory(from: base + place, byteCount: plain)
            } else {
                let window = min(written, Self.blockSize)
                let made = LZ4_decompress_safe_usingDict(
                    (base + place).assumingMemoryBound(to: CChar.self),
                    (output + written).assumingMemoryBound(to: CChar.self), Int32(stored), Int32(plain),
                    (output + (written - window)).assumingMemoryBound(to: CChar.self), Int32(window))
                guard Int(made) == plain else {
                    throw .corruptPayload(.lz4, reason: "a block does not make the bytes it says")
                }
            }
            place += stored
            written += plain
        }
        guard written == target.count else {
            throw .corruptPayload(.lz4, reason: "it makes fewer bytes than the block says")
        }
    }
}
