// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CoreMetrics
internal import Synchronization

/// One number of a counter or a gauge.
final class MetricNumber: MetricValue, CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func record(_ number: Int64) { set(number) }
    func record(_ number: Double) { set(number) }
    func reset() { set(0.0) }

    func append(to text: inout String, name: String, labels: MetricLabels) {
        text += "\(name)\(labels.braced()) \(PrometheusText.number(value.withLock { $0 }))\n"
    }
}
