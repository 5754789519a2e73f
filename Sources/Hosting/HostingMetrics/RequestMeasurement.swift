// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Metrics

/// One request, from its beginning to the end of its answer.
struct RequestMeasurement: Sendable {
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private let registry: MetricsRegistry
    private let kind: String
    private let method: String
    private let began = ContinuousClock.now
    private let inProgress: Meter
    private let bytes: Counter

    /// Begins.
    ///
    /// - `method`: whatever was sent.
    init(of kind: String, method: String, in registry: MetricsRegistry) {
        self.registry = registry
        self.kind = kind
        // A client could name any number of others.
        self.method = Self.methods.contains(method) ? method : "other"
        let dimensions = [("kind", kind)]
        inProgress = Meter(label: HostMetric.requestsInProgress.rawValue, dimensions: dimensions, factory: registry)
        bytes = Counter(label: HostMetric.responseBytes.rawValue, dimensions: dimensions, factory: registry)
        inProgress.increment()
    }

    func add(bytes count: Int) { bytes.increment(by: count) }

    /// The answer is sent, or has broken off.
    func end(status: Int) {
        inProgress.decrement()
        Counter(
            label: HostMetric.requests.rawValue,
            dimensions: [("kind", kind), ("method", method), ("status", "\(status)")], factory: registry
        ).increment()
        Timer(label: HostMetric.requestDuration.rawValue, dimensions: [("kind", kind)], factory: registry)
            .record(duration: began.duration(to: .now))
    }
}
