// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Measures something when it is asked for, and not before.
package protocol MetricsCollector: Sendable {
    func collect() async -> [CollectedMetric]
}
