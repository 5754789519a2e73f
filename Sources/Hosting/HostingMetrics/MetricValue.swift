// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is measured under one name with one set of labels.
protocol MetricValue: AnyObject, Sendable {
    /// Writes its lines.
    func append(to text: inout String, name: String, labels: MetricLabels)
}
