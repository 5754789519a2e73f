// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes the files that the packs hold, from seeds.
enum SampleData {
    /// What a file is made of.
    enum Kind {
        /// Cannot be compressed, as a film or a sound is.
        case noise
        /// What a game's packs hold: text, records of numbers, and a third that cannot be compressed.
        case mixed
    }

    static func write(_ size: Int, kind: Kind, seed: UInt64, to path: String) throws(BenchError) {
        var generator = SeededGenerator(seed: seed)
        var bytes = [UInt8]()
        bytes.reserveCapacity(size)
        while bytes.count < size {
            let count = min(256 << 10, size - bytes.count)
            switch kind {
            case .noise: noise(count, &generator, into: &bytes)
            case .mixed:
                switch generator.next() % 3 {
                case 0: text(count, &generator, into: &bytes)
                case 1: records(count, &generator, into: &bytes)
                default: noise(count, &generator, into: &bytes)
                }
            }
        }
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
            throw .file(path: path, reason: "it cannot be written")
        }
    }

    private static func noise(_ count: Int, _ generator: inout SeededGenerator, into bytes: inout [UInt8]) {
        let end = bytes.count + count
        while bytes.count < end {
            withUnsafeBytes(of: generator.next().littleEndian) {
                bytes.append(contentsOf: $0.prefix(end - bytes.count))
            }
        }
    }

    /// Words of a made-up language, the frequent ones more frequent, as in any language.
    private static func text(_ count: Int, _ generator: inout SeededGenerator, into bytes: inout [UInt8]) {
        let end = bytes.count + count
        while bytes.count < end {
            let rank = Int((generator.next() % 4096) * (generator.next() % 4096) / 4096)
            bytes.append(contentsOf: vocabulary[rank].prefix(end - bytes.count))
        }
    }

    private static let vocabulary: [[UInt8]] = {
        var generator = SeededGenerator(seed: 4096)
        return (0..<4096).map { rank in
            let length = 2 + Int(generator.next() % 9)
            return (0..<length).map { _ in UInt8(ascii: "a") + UInt8(generator.next() % 26) } + [UInt8(ascii: " ")]
        }
    }()

    /// Vertices as a mesh has them: numbers that change little from one to the next.
    private static func records(_ count: Int, _ generator: inout SeededGenerator, into bytes: inout [UInt8]) {
        let end = bytes.count + count
        var (x, y, index) = (Int32(0), Int32(0), UInt32(0))
        while bytes.count < end {
            x &+= Int32(generator.next() % 64) - 32
            y &+= Int32(generator.next() % 64) - 32
            index &+= 1
            withUnsafeBytes(of: (x, y, index, UInt32(0x3f80_0000))) {
                bytes.append(contentsOf: $0.prefix(end - bytes.count))
            }
        }
    }
}
