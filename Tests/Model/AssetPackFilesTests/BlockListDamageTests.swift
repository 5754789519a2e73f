// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import Testing

@Suite struct BlockListDamageTests {
    private let bytes: [UInt8]

    init() throws { bytes = try BlockListSample(compression: UInt8(ascii: "e")).list().bytes }

    @Test func refusesAnotherKindOfFile() {
        #expect(throws: BlockListError.notABlockList) { try BlockList(decoding: []) }
        #expect(throws: BlockListError.notABlockList) { try BlockList(decoding: Array("BABLOCK".utf8)) }
        #expect(throws: BlockListError.notABlockList) { try BlockList(decoding: Array("pbze".utf8)) }
    }

    @Test func anUnknownMajorVersionIsAnErrorOfItsOwn() {
        var later = bytes
        later[8] = 2
        #expect(throws: BlockListError.unsupportedMajorVersion(2)) { try BlockList(decoding: later) }
        // Whatever else a later version changes.
        #expect(throws: BlockListError.unsupportedMajorVersion(2)) { try BlockList(decoding: Array(later[..<12])) }
    }

    @Test func refusesEveryPrefixAndAnythingBehind() {
        for count in 8..<bytes.count {
            #expect(throws: BlockListError.self) { try BlockList(decoding: Array(bytes[..<count])) }
        }
        #expect(throws: BlockListError.wrongSize(expected: bytes.count, actual: bytes.count + 1)) {
            try BlockList(decoding: bytes + [0])
        }
    }

    /// No flipped bit may pass but in what nothing else depends on: digests, modes, letters of paths, and the letter.
    @Test func noticesFlippedBits() throws {
        let list = try BlockList(decoding: bytes)
        let blocksStart = 80 + list.entries.count * 56
        let pathsStart = blocksStart + list.blocks.count * 64
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                guard let other = try? BlockList(decoding: damaged) else { continue }
                let isFree: Bool
                switch index {
                case ..<80: isFree = index == 18 || index >= 48 || index == 10 || index == 11
                case ..<blocksStart: isFree = (index - 80) % 56 < 4 || (index - 80) % 56 >= 24
                case ..<pathsStart: isFree = (index - blocksStart) % 64 >= 32
                default: isFree = true
                }
                #expect(isFree, "byte \(index), bit \(bit)")
                // Whatever passes must be safe to use.
                #expect(Array(other.entries).count == list.entries.count)
                #expect(Array(other.blocks).count == list.blocks.count)
            }
        }
    }

    @Test func hugeCountsReserveNothing() {
        for offset in [20, 24, 28] {
            var damaged = bytes
            damaged.replaceSubrange(offset..<offset + 4, with: [0xff, 0xff, 0xff, 0xff])
            #expect(throws: BlockListError.self) { try BlockList(decoding: damaged) }
        }
        for offset in [32, 40] {
            var damaged = bytes
            damaged.replaceSubrange(offset..<offset + 8, with: [UInt8](repeating: 0xff, count: 8))
            #expect(throws: BlockListError.self) { try BlockList(decoding: damaged) }
        }
    }

    @Test func sizesThatWouldOverflowAreRefused() {
        for entry in 0..<6 {
            var damaged = bytes
            let data = 80 + entry * 56 + 16
            damaged.replaceSubrange(data..<data + 8, with: [UInt8](repeating: 0xff, count: 7) + [0x7f])
            #expect(throws: BlockListError.self) { try BlockList(decoding: damaged) }
        }
    }

    @Test(arguments: ["/a", "a/", "a//b", ".", "..", "a/../b", "a/.", "a\0b", ""])
    func refusesPaths(path: String) {
        var sample = BlockListSample(compression: UInt8(ascii: "e"))
        sample.entries[2].path = path
        #expect(throws: BlockListError.self) { try sample.list() }
    }

    @Test func takesUnusualPaths() throws {
        for path in ["...", "a/..b", "ä/ö", " ", "a\nb", String(repeating: "x", count: 1023)] {
            var sample = BlockListSample(compression: UInt8(ascii: "e"))
            sample.entries[2].path = path
            #expect(try sample.list().entries[2].path == path)
        }
    }

    @Test func refusesPathsThatAreNotUTF8() {
        var damaged = bytes
        damaged[damaged.count - 1] = 0xff
        #expect(throws: BlockListError.self) { try BlockList(decoding: damaged) }
    }

    @Test func aLaterMinorVersionMayBeLonger() throws {
        let list = try BlockList(decoding: bytes)
        let blocksStart = 80 + list.entries.count * 56
        let pathsStart = blocksStart + list.blocks.count * 64
        var later = Array(bytes[..<80])
        later[10] = 7
        later[12] = 84
        later[14] = 60
        later[16] = 72
        later += [1, 2, 3, 4]
        for index in 0..<list.entries.count { later += bytes[(80 + index * 56)..<(136 + index * 56)] + [9, 9, 9, 9] }
        for index in 0..<list.blocks.count {
            later +=
                bytes[(blocksStart + index * 64)..<(blocksStart + 64 + index * 64)] + [UInt8](repeating: 9, count: 8)
        }
        later += bytes[pathsStart...] + [5, 5, 5]
        let decoded = try BlockList(decoding: later)
        #expect(Array(decoded.entries) == Array(list.entries))
        #expect(Array(decoded.blocks) == Array(list.blocks))
        later[14] = 40
        #expect(throws: BlockListError.self) { try BlockList(decoding: later) }
    }
}
