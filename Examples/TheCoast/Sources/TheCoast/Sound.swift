// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the game needs of a WAV file: how long it is, and how its beginning rises and falls.
struct Sound {
    let seconds: Double
    private let samples: [Int]

    /// Reads the first bytes of a file with 16 bits a sample and one channel; nil when it is none.
    init?(firstBytes bytes: [UInt8]) {
        let data = Data(bytes)
        guard data.count > 44, data.prefix(4) == Data("RIFF".utf8),
            let rate = data.integer(at: 24, as: UInt32.self), rate > 0,
            data.integer(at: 34, as: UInt16.self) == 16, let length = data.integer(at: 40, as: UInt32.self)
        else { return nil }
        seconds = Double(length) / 2 / Double(rate)
        samples = stride(from: 44, to: data.count - 1, by: 2).map { Int(data.integer(at: $0, as: Int16.self) ?? 0) }
    }

    /// `▁▂▅▇▅▂▁`, a sign for each part of the beginning.
    func curve(width: Int) -> String {
        let signs = Array("▁▂▃▄▅▆▇█")
        let size = max(1, samples.count / max(1, width))
        let peaks = stride(from: 0, to: samples.count - size + 1, by: size).prefix(width).map { start in
            samples[start..<start + size].map(abs).max() ?? 0
        }
        let highest = max(1, peaks.max() ?? 1)
        return String(peaks.map { signs[$0 * (signs.count - 1) / highest] })
    }
}
