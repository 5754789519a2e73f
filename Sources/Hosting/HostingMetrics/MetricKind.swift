// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a metric is to Prometheus.
package enum MetricKind: String, Sendable {
    /// Only grows.
    case counter
    /// Goes up and down.
    case gauge
    /// Counts of values up to certain bounds.
    case histogram
}
