// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How long the last decisions of a scheduler took.
struct DecisionTimes: Sendable {
    /// Those that are kept.
    static let count = 256

    private var times: [Duration] = []
    /// Of the next one.
    private var position = 0

    mutating func add(_ time: Duration) {
        if times.count < Self.count { times.append(time) } else { times[position] = time }
        position = (position + 1) % Self.count
    }

    /// In seconds; 0 of none.
    var median: Double { times.isEmpty ? 0 : times.sorted()[times.count / 2] / .seconds(1) }

    /// In seconds; 0 of none.
    var longest: Double { (times.max() ?? .zero) / .seconds(1) }
}
