// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Metrics
internal import Synchronization

/// Measures requests of one kind and method.
final class RequestMeter: Sendable {
    let inProgress: Meter
    let bytes: Counter
    private let duration: Timer
    private let kind: String
    private let method: String
    private let registry: MetricsRegistry
    private let requests = Mutex<[Int: Counter]>([:])

    init(kind: String, method: String, registry: MetricsRegistry) {
        self.kind = kind
        self.method = method
        self.registry = registry
        let dimensions = [("kind", kind)]
        inProgress = Meter(label: HostMetric.requestsInProgress.rawValue, dimensions: dimensions, factory: registry)
        bytes = Counter(label: HostMetric.responseBytes.rawValue, dimensions: dimensions, factory: registry)
        duration = Timer(label: HostMetric.requestDuration.rawValue, dimensions: dimensions, factory: registry)
    }

    /// A request has come to its end.
    func record(status: Int, bytes count: Int, took: Duration) {
        if count > 0 { bytes.increment(by: count) }
        duration.record(duration: took)
        requests.withLock { requests in
            if let counter = requests[status] { return counter }
            let counter = Counter(
                label: HostMetric.requests.rawValue,
                dimensions: [("kind", kind), ("method", method), ("status", "\(status)")], factory: registry)
            requests[status] = counter
            return counter
        }.increment()
    }
}
