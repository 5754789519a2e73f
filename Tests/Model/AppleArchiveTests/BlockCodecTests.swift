// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import Testing

@Suite struct BlockCodecTests {
    static let codecs = Compression.allCases.filter { $0 != .none }

    /// Inputs that reach the corners of the formats: all sizes around limits, no matches, one long match, and so on.
    static let inputs: [(name: String, bytes: [UInt8])] = {
        var generator = SeededGenerator(seed: 1)
        var inputs: [(String, [UInt8])] = []
        for size in [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16, 17, 31, 63, 64, 255, 4095, 4096, 4097] {
            inputs.append(("zeros \(size)", [UInt8](repeating: 0, count: size)))
            inputs.append(("noise \(size)", generator.noise(size)))
            inputs.append(("mixture \(size)", generator.mixture(size)))
        }
        inputs.append(("long zeros", [UInt8](repeating: 7, count: 300_000)))
        inputs.append(("long noise", generator.noise(100_000)))
        inputs.append(("long mixture", generator.mixture(400_000)))
        // Literals in plenty with a match at the farthest distance, and one byte beyond.
        let far = generator.noise(262_139)
        inputs.append(("farthest", far + far.prefix(2000) + far.dropFirst(1).prefix(3000)))
        // A match of every length, so that all symbols and their splits occur.
        var lengths: [UInt8] = []
        for length in 1...2500 where length < 400 || length % 97 == 0 {
            lengths += generator.noise(5) + [UInt8](repeating: UInt8(length & 0xff), count: length)
        }
        inputs.append(("lengths", lengths))
        // Few values: the entropy coder's frequencies are extreme.
        inputs.append(("skewed", (0..<60_000).map { _ in Int.random(in: 0..<500, using: &generator) == 0 ? 1 : 0 }))
        let letters = Array("ab".utf8)
        inputs.append(("binary", (0..<50_000).map { _ in letters[Int(generator.next() >> 40 & 1)] }))
        return inputs
    }()

    @Test(arguments: codecs) func roundTrip(_ compression: Compression) throws {
        let encoder = BlockEncoder(compression)
        let decoder = BlockDecoder(compression)
        for (name, bytes) in Self.inputs {
            guard let payload = encoder.payload(bytes) else {
                #expect(try decoder.plain(bytes, count: bytes.count) == bytes, "\(name) stored")
                continue
            }
            #expect(payload.count < bytes.count, "\(name)")
            #expect(try decoder.plain(payload, count: bytes.count) == bytes, "\(name)")
            #expect(encoder.payload(bytes) == payload, "\(name) must not depend on what came before")
        }
    }

    @Test(arguments: codecs) func compressesWhatCanBeCompressed(_ compression: Compression) throws {
        let encoder = BlockEncoder(compression)
        let zeros = try #require(encoder.payload([UInt8](repeating: 0, count: 300_000)))
        #expect(zeros.count < 3000)
        var generator = SeededGenerator(seed: 2)
        #expect(encoder.payload(generator.noise(70_000)) == nil)
    }

    @Test(arguments: codecs) func tooLittleRoomIsNoPayload(_ compression: Compression) throws {
        var generator = SeededGenerator(seed: 3)
        let bytes = generator.mixture(50_000)
        let encoder = BlockEncoder(compression)
        let payload = try #require(encoder.payload(bytes))
        for room in [0, 1, 11, 40, payload.count / 2, payload.count - 1] {
            #expect(encoder.payload(bytes, room: room) == nil)
        }
        #expect(encoder.payload(bytes, room: payload.count + 16) == payload)
    }

    @Test(arguments: codecs) func sizesThatLieAreRefused(_ compression: Compression) throws {
        var generator = SeededGenerator(seed: 4)
        let decoder = BlockDecoder(compression)
        for size in [3000, 50_000, 200_000] {
            let bytes = generator.mixture(size)
            let payload = try #require(BlockEncoder(compression).payload(bytes))
            for wrong in [size - 1, size + 1, size / 2, size * 2, payload.count + 1, 1] {
                #expect(throws: ArchiveError.self) { try decoder.plain(payload, count: wrong) }
            }
            for cut in [0, 1, 4, payload.count / 2, payload.count - 1] {
                #expect(throws: ArchiveError.self) { try decoder.plain(Array(payload[..<cut]), count: size) }
            }
            #expect(try decoder.plain(payload, count: size) == bytes, "a failure leaves nothing behind")
        }
    }

    @Test func storedBlocksAreCopied() throws {
        for compression in Compression.allCases {
            let bytes: [UInt8] = Array("bvx-".utf8)
            #expect(try BlockDecoder(compression).plain(bytes, count: 4) == bytes)
        }
        #expect(throws: ArchiveError.self) { try BlockDecoder(.none).plain([1, 2], count: 3) }
    }
}
