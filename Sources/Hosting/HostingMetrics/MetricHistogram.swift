// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CoreMetrics
internal import Synchronization

/// How many values were not above each of some bounds. Times are in seconds.
final class MetricHistogram: MetricValue, TimerHandler, RecorderHandler {
    /// From a manifest that is in memory to a file of gigabytes for a slow client.
    static let durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
    /// Of other values: powers of ten.
    static let numberBounds = (0...9).map { exponent in (0..<exponent).reduce(1.0) { value, _ in value * 10 } }

    private struct State {
        /// One more than bounds: the last is of what is above all.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// - `bounds`: in ascending order.
    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    func append(to text: inout String, name: String, labels: MetricLabels) {
        let state = state.withLock { $0 }
        var count = 0
        for (index, bound) in (bounds + [.infinity]).enumerated() {
            count += state.counts[index]
            text += "\(name)_bucket\(labels.braced(and: "le=\"\(PrometheusText.number(bound))\"")) \(count)\n"
        }
        text += "\(name)_sum\(labels.braced()) \(PrometheusText.number(state.sum))\n"
        text += "\(name)_count\(labels.braced()) \(count)\n"
    }
}
