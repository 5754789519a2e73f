// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport

extension SeededGenerator {
    /// Bytes that cannot be compressed.
    mutating func noise(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) }
    }

    /// Bytes with matches of all lengths and distances, some of them overlapping.
    mutating func mixture(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 4096)
        while bytes.count < count {
            switch Int.random(in: 0..<4, using: &self) {
            case 0:
                let alphabet = Int.random(in: 1...256, using: &self)
                for _ in 0..<Int.random(in: 1...60, using: &self) {
                    bytes.append(UInt8(Int.random(in: 0..<alphabet, using: &self)))
                }
            case 1:
                let byte = UInt8.random(in: 0...255, using: &self)
                bytes += [UInt8](repeating: byte, count: Int.random(in: 1...300, using: &self))
            default:
                guard !bytes.isEmpty else { continue }
                let reach = min(bytes.count, 1 << Int.random(in: 0..<20, using: &self))
                let distance = Int.random(in: 1...reach, using: &self)
                let length = Int.random(in: 1...(1 << Int.random(in: 2..<12, using: &self)), using: &self)
                let start = bytes.count - distance
                for index in 0..<length { bytes.append(bytes[start + index]) }
            }
        }
        return Array(bytes.prefix(count))
    }
}
