// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import SystemSupport
import Testing

/// Tens of thousands of damaged inputs: each must be refused or decoded, and nothing may be read or written outside
/// its memory. The helper that decodes checks what lies around its buffer.
@Suite struct MutationTests {
    private static func mutate(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes[place] = 0xff
            case 3: bytes[place] = 0
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &generator)))
            case 5: bytes.insert(contentsOf: generator.noise(Int.random(in: 1...9, using: &generator)), at: place)
            case 6: bytes.removeLast(bytes.count - place)
            default:
                let other = Int.random(in: 0..<bytes.count, using: &generator)
                for index in 0..<min(8, bytes.count - max(place, other)) { bytes[place + index] = bytes[other + index] }
            }
        }
        return bytes
    }

    @Test(arguments: Compression.allCases.filter { $0 != .none })
    func payloads(_ compression: Compression) throws {
        var generator = SeededGenerator(seed: 100)
        let encoder = BlockEncoder(compression)
        let decoder = BlockDecoder(compression)
        var samples: [(plain: [UInt8], payload: [UInt8])] = []
        while samples.count < 12 {
            let plain = generator.mixture(Int.random(in: 20...700, using: &generator))
            guard let payload = encoder.payload(plain) else { continue }
            samples.append((plain, payload))
            if compression == .lzfse, let tables = PlainTables.rewrite(payload) { samples.append((plain, tables)) }
        }
        if compression == .lzfse {
            // Large enough to be coded with entropy, small in plain bytes.
            let plain = generator.mixture(20_000)
            let payload = try #require(encoder.payload(plain))
            #expect(payload.starts(with: "bvx2".utf8))
            samples.append((plain, payload))
        }
        let rounds = compression == .lzfse ? 20_000 : 3_000
        for round in 0..<rounds {
            // The large sample is slow to decode without optimisation, so its turn comes rarely.
            let sample = samples[round % 50 == 0 ? samples.count - 1 : round % (samples.count - 1)]
            let damaged = Self.mutate(sample.payload, &generator)
            let count = round % 5 == 0 ? Int.random(in: 1...1000, using: &generator) : sample.plain.count
            do {
                let plain = try decoder.plain(damaged, count: count)
                #expect(plain.count == count)
            } catch let error {
                guard case .corruptPayload = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
            if round % 1000 == 0 {
                #expect(try decoder.plain(sample.payload, count: sample.plain.count) == sample.plain)
            }
        }
    }

    /// The decoder that works through a window, fed in pieces, agrees with the other on good and on bad input.
    @Test(arguments: Compression.allCases.filter { $0 != .none })
    func windowDecoders(_ compression: Compression) throws {
        var generator = SeededGenerator(seed: 101)
        let encoder = BlockEncoder(compression)
        let decoder = BlockDecoder(compression)
        var agreed = 0
        for round in 0..<2_000 {
            let plain = generator.mixture(Int.random(in: 20...(round % 100 == 0 ? 9000 : 500), using: &generator))
            guard let payload = encoder.payload(plain) else { continue }
            let input = round % 4 == 0 ? payload : Self.mutate(payload, &generator)
            guard input.count < plain.count else { continue }
            let expected = Result { () throws(ArchiveError) in try decoder.plain(input, count: plain.count) }
            let result = Result { () throws -> [UInt8] in
                let header = BlockHeader(
                    index: 0, archiveOffset: 0, plainOffset: 0, plainSize: plain.count, storedSize: input.count)
                let window = LargeBlockDecoder(compression, header: header)
                var output: [UInt8] = []
                var given = 0
                try input.inPieces(of: Int.random(in: 1...input.count + 1, using: &generator)) { piece in
                    given += piece.count
                    try window.feed(piece, isLast: given == input.count) { output += $0 }
                }
                return output
            }
            switch (expected, result) {
            case (.success(let first), .success(let second)):
                #expect(first == second)
                agreed += 1
            case (.failure, .failure): agreed += 1
            // Bytes after an end mark, and the last literals of an LZ4 block, are looked at differently.
            default: break
            }
            if round % 4 == 0 { #expect(try result.get() == plain) }
        }
        #expect(agreed > 1000)
    }

    @Test func archives() async throws {
        var generator = SeededGenerator(seed: 102)
        var samples = [EntryStreamParserTests.stream]
        for compression in Compression.allCases {
            samples.append(RawContainer.wrap(EntryStreamParserTests.stream, compression, sizes: [300]))
        }
        for round in 0..<6_000 {
            let damaged = Self.mutate(samples[round % samples.count], &generator)
            do {
                _ = try await EntryCollector.read(
                    damaged, piece: round % 2 == 0 ? .max : 50, limits: ArchiveLimits(blockSize: 1 << 16),
                    concurrency: 1)
            } catch is ArchiveError {
                // Refused, as it should be.
            }
        }
    }

    @Test func extraction() throws {
        var generator = SeededGenerator(seed: 103)
        let folder = try TemporaryFolder()
        let entries: [RawEntry] = [
            .folder("d"), .file("d/a", "0123"), .link("d/l", "a"), .file("../e", "4"), .link("m", "../.."),
            .file("m/x"),
        ]
        for round in 0..<1_000 {
            let damaged = Self.mutate(Array(entries.shuffled(using: &generator)).bytes, &generator)
            let extractor = try ArchiveExtractor(
                creating: "out", in: try folder.directory(), options: .init(limits: .init(output: 1 << 20)))
            do {
                var parser = EntryStreamParser()
                try damaged.inPieces(of: 1 + round % 60) { try parser.feed($0, extractor.receive) }
                try parser.finish()
            } catch is ArchiveError {
                // Refused, as it should be.
            }
            #expect(try folder.directory().names() == ["out"])
            try extractor.discard()
        }
        #expect(try folder.directory().names().isEmpty)
    }
}
