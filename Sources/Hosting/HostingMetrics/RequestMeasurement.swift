// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Metrics

/// One request, from its beginning to its end.
struct RequestMeasurement: Sendable {
    private let meter: RequestMeter
    private let began = ContinuousClock.now

    /// Begins.
    init(_ meter: RequestMeter) {
        self.meter = meter
        meter.inProgress.increment()
    }

    func add(bytes count: Int) { meter.bytes.increment(by: count) }

    /// The answer is sent, or has broken off.
    func end(status: Int) {
        meter.inProgress.decrement()
        meter.record(status: status, bytes: 0, took: began.duration(to: .now))
    }
}
