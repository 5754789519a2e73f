// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import Testing

@Suite struct LZFSEStreamTests {
    private let decoder = BlockDecoder(.lzfse)

    private static func little(_ value: Int) -> [UInt8] {
        RawEntry.little(UInt64(UInt32(truncatingIfNeeded: value)), 4)
    }
    private static let end = Array("bvx$".utf8)

    private static func raw(_ bytes: [UInt8]) -> [UInt8] { Array("bvx-".utf8) + little(bytes.count) + bytes }

    private static func lzvn(_ plain: Int, _ payload: [UInt8]) -> [UInt8] {
        Array("bvxn".utf8) + little(plain) + little(payload.count) + payload
    }

    private static let lzvnEnd: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0]

    @Test func rawBlocks() throws {
        let stream = Self.raw([1, 2, 3]) + Self.raw([]) + Self.raw([4]) + Self.end
        #expect(try decoder.plain(stream, count: 4) == [1, 2, 3, 4])
    }

    /// Every kind of opcode once.
    @Test func everyOpcode() throws {
        var payload: [UInt8] = []
        var plain: [UInt8] = []
        func literals(_ bytes: [UInt8]) {
            payload += bytes
            plain += bytes
        }
        func match(_ length: Int, _ distance: Int) {
            for _ in 0..<length { plain.append(plain[plain.count - distance]) }
        }
        payload += [0xe0, 4]
        literals((0..<20).map { UInt8($0) })
        payload += [0xe3]
        literals([100, 101, 102])
        payload += [0x0e, 0x16]
        // One literal, length 3 + 2, distance 9, in two bytes.
        payload += [0x40 | 2 << 3 | 0, 9]
        literals([200])
        match(5, 9)
        // Two literals, length 3 + 21, distance 17, in three bytes.
        payload += [0xa0 | 2 << 3 | 21 >> 2, UInt8(17 << 2 & 0xff | 21 & 3), 0]
        literals([201, 202])
        match(24, 17)
        // Three literals, length 3 + 1, distance 30, in two bytes of distance.
        payload += [0xc0 | 1 << 3 | 7, 30, 0]
        literals([203, 204, 205])
        match(4, 30)
        // One literal, length 3 + 5, the same distance.
        payload += [0x40 | 5 << 3 | 6]
        literals([206])
        match(8, 30)
        // The same distance, short and long.
        payload += [0xf0 | 7]
        match(7, 30)
        payload += [0xf0, 34]
        match(50, 30)
        payload += Self.lzvnEnd
        let stream = Self.lzvn(plain.count, payload) + Self.end
        #expect(try decoder.plain(stream, count: plain.count) == plain)
    }

    @Test func matchesReachIntoTheBlockBefore() throws {
        let stream = Self.raw([1, 2, 3, 4]) + Self.lzvn(4, [0x08, 4] + Self.lzvnEnd) + Self.end
        #expect(try decoder.plain(stream, count: 8) == [1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test(
        arguments: [
            [], Array("bvx$".utf8), Array("bvx?".utf8), Array("bvx-".utf8), raw([1, 2, 3]), raw([1, 2, 3, 4]) + end,
            Array("bvx-".utf8) + little(-1) + end,
            // Opcodes that do not exist, and a match with nothing before it.
            lzvn(3, [0x1e] + lzvnEnd) + end, lzvn(3, [0x70] + lzvnEnd) + end, lzvn(3, [0xd0] + lzvnEnd) + end,
            lzvn(3, [0xf3] + lzvnEnd) + end, lzvn(3, [0x00, 1] + lzvnEnd) + end, lzvn(3, [0x00, 0] + lzvnEnd) + end,
            // Cut off, without an end mark, and with the wrong number of bytes.
            lzvn(3, [0xe3, 1]) + end, lzvn(3, [0xe3, 1, 2, 3]) + end, lzvn(3, [0xe4, 1, 2, 3, 4] + lzvnEnd) + end,
            lzvn(3, [0xe2, 1, 2] + lzvnEnd) + end, lzvn(3, [0xa0]) + end, lzvn(3, [0xe0]) + end, lzvn(3, [6]) + end,
            Array("bvxn".utf8) + little(3) + little(-1) + end, Array("bvx2".utf8), Array("bvx1".utf8),
            Array("bvx2".utf8) + [UInt8](repeating: 0xff, count: 60),
            Array("bvx1".utf8) + [UInt8](repeating: 0xff, count: 900),
            Array("bvx2".utf8) + [UInt8](repeating: 0, count: 28) + end,
        ] as [[UInt8]])
    func malformedStreams(_ stream: [UInt8]) {
        guard stream.count != 3 else { return }
        #expect(throws: ArchiveError.self) { try decoder.plain(stream, count: 3) }
    }

    /// The header with tables that are not packed, which no writer of today makes.
    @Test func plainTables() throws {
        var generator = SeededGenerator(seed: 5)
        let bytes = generator.mixture(30_000)
        let payload = try #require(BlockEncoder(.lzfse).payload(bytes))
        let rewritten = try #require(PlainTables.rewrite(payload))
        #expect(rewritten.starts(with: "bvx1".utf8))
        #expect(try decoder.plain(rewritten, count: bytes.count) == bytes)
    }

    /// The reference decoder refuses a block whose match payload is shorter than eight bytes.
    @Test func matchPayloadsAreLongEnoughForOthers() throws {
        let encoder = BlockEncoder(.lzfse)
        var seen = 0
        for size in stride(from: 2000, to: 60_000, by: 3000) {
            let payload = try #require(encoder.payload([UInt8](repeating: 7, count: size)))
            guard payload.starts(with: "bvx2".utf8) else { continue }
            seen += 1
            let second = (0..<8).reduce(0) { $0 | UInt64(payload[16 + $1]) << (8 * UInt64($1)) }
            #expect(second >> 40 & 0xf_ffff >= 8)
        }
        #expect(seen > 0)
    }

    /// A stream may hold blocks of all kinds.
    @Test func mixedKinds() throws {
        var generator = SeededGenerator(seed: 6)
        let packed = generator.mixture(20_000)
        let block = try #require(BlockEncoder(.lzfse).payload(packed)).dropLast(4)
        try #require(block.starts(with: "bvx2".utf8))
        let stream = Self.raw([9, 9]) + block + Self.lzvn(3, [0xe3, 1, 2, 3] + Self.lzvnEnd) + block + Self.end
        let plain = [9, 9] + packed + [1, 2, 3] + packed
        #expect(try decoder.plain(stream, count: plain.count) == plain)
    }
}
