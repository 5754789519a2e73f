// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Predicts the height of the water. The publisher sends a better model now and then, with no update of the game.
struct TideModel {
    private struct Constituent {
        var meters: Double
        var hours: Double
        var phase: Double
    }

    private let constituents: [Constituent]
    private let weightCount: Int
    private let weightOffset: Int
    private let data: Data

    init?(_ data: Data) {
        guard data.prefix(4) == Data("TIDE".utf8), let count = data.integer(at: 6, as: UInt16.self),
            let weights = data.integer(at: 8, as: UInt32.self), count > 0, weights > 0
        else { return nil }
        constituents = (0..<Int(count)).compactMap { index in
            let offset = 12 + 12 * index
            guard let meters = data.float(at: offset), let hours = data.float(at: offset + 4), hours > 0,
                let phase = data.float(at: offset + 8)
            else { return nil }
            return Constituent(meters: Double(meters), hours: Double(hours), phase: Double(phase))
        }
        weightCount = Int(weights)
        weightOffset = 12 + 12 * Int(count)
        self.data = data
        guard constituents.count == Int(count), data.count >= weightOffset + 4 * weightCount else { return nil }
    }

    /// Meters above mean sea level at an hour, counted from the beginning of 1970.
    func height(atHour hour: Double) -> Double {
        let tide = constituents.reduce(0) { $0 + $1.meters * cos(2 * .pi * hour / $1.hours + $1.phase) }
        let index = Int(hour.rounded(.down)) % weightCount
        // A mapped file: this touches one page of the many.
        return tide + Double(data.float(at: weightOffset + 4 * index) ?? 0)
    }
}
