// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetTestSupport
import Testing

/// A hostile or damaged file gives an error or a wrong answer, and never anything worse.
@Suite struct NamespaceMutationTests {
    private static let paths = [
        "Videos/Introduction.m4v", "Videos", "shared.txt", "Speech/hello.wav", "nowhere", "Empty",
    ]

    /// Reads everything there is to read.
    private func exercise(_ bytes: [UInt8]) {
        guard let namespace = try? Namespace(bytes: bytes) else { return }
        _ = try? namespace.packs()
        _ = try? namespace.collisions()
        for path in Self.paths {
            _ = try? namespace.owners(of: path)
            _ = try? namespace.lookup(path, packID: "tutorial")
            _ = try? namespace.lookup(path, language: "fr")
            if let entry = try? namespace.lookup(path) { _ = try? namespace.filePath(of: entry, at: path) }
        }
    }

    /// Makes the header's checksum fit its bytes, as a hostile writer would.
    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        let size = bytes.count < 104 ? 0 : Int(bytes[12]) | Int(bytes[13]) << 8
        guard size >= 104, size <= bytes.count else { return bytes }
        for (offset, byte) in bytes[..<size].enumerated() where !(96..<104).contains(offset) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        var result = bytes
        for index in 0..<8 { result[96 + index] = UInt8(truncatingIfNeeded: hash >> (8 * UInt64(index))) }
        return result
    }

    @Test func everyFlippedBitOfTheHeaderIsNoticed() throws {
        let good = try sampleWriter().bytes()
        for offset in 0..<104 {
            for bit in 0..<8 {
                var bytes = good
                bytes[offset] ^= 1 << UInt8(bit)
                #expect(throws: NamespaceError.self) { _ = try Namespace(bytes: bytes) }
            }
        }
    }

    @Test func sealedHeadersWithOtherNumbersAreHarmless() throws {
        let good = try sampleWriter().bytes()
        for offset in 12..<96 {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var bytes = good
                bytes[offset] = value
                exercise(sealed(bytes))
            }
        }
    }

    @Test func everyTruncationIsNoticed() throws {
        let good = try sampleWriter().bytes()
        for count in 0..<good.count {
            #expect(throws: NamespaceError.self) { _ = try Namespace(bytes: Array(good[..<count])) }
        }
        #expect(throws: NamespaceError.self) { _ = try Namespace(bytes: good + [0]) }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func randomDamageIsHarmless(seed: UInt64) throws {
        let good = try sampleWriter().bytes()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<4_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let offset = Int.random(in: 12..<bytes.count, using: &generator)
                bytes[offset] = Bool.random(using: &generator) ? 0xff : UInt8.random(in: 0...255, using: &generator)
            }
            exercise(sealed(bytes))
        }
    }

    @Test func fullSlotsEndASearch() throws {
        var bytes = try sampleWriter().bytes()
        let slots = Int(bytes[80]) | Int(bytes[81]) << 8
        for slot in stride(from: slots, to: bytes.count, by: 8) where bytes[slot + 4..<slot + 8].allSatisfy({ $0 == 0 })
        {
            bytes[slot + 4] = 1  // a place that no record has
        }
        let namespace = try Namespace(bytes: bytes)
        #expect((try? namespace.lookup("nowhere/at/all")) == .some(nil))
    }

    @Test func anotherMajorVersionIsAnErrorOfItsOwn() throws {
        var bytes = try sampleWriter().bytes()
        bytes[8] = 2
        #expect(throws: NamespaceError.unknownMajorVersion(2, file: "x")) { _ = try Namespace(bytes: bytes, path: "x") }
    }

    @Test func aLaterMinorVersionIsRead() throws {
        var bytes = try sampleWriter().bytes()
        bytes[10] = 9
        let namespace = try Namespace(bytes: sealed(bytes))
        #expect(try namespace.lookup("shared.txt") != nil)
    }
}
