// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A metric that is measured when it is asked for.
package struct CollectedMetric: Sendable {
    let name: String
    let kind: MetricKind
    let help: String
    let series: [(labels: MetricLabels, value: Double)]

    /// - `name`: with its unit: `process_resident_memory_bytes`.
    package init(
        _ name: String, _ kind: MetricKind, help: String, series: [(labels: [(String, String)], value: Double)]
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.series = series.map { (MetricLabels($0.labels), $0.value) }
    }

    /// One that has one value.
    package init(_ name: String, _ kind: MetricKind, help: String, _ value: Double) {
        self.init(name, kind, help: help, series: [([], value)])
    }

    var text: String {
        series.sorted { $0.labels < $1.labels }
            .reduce(into: PrometheusText.head(name, kind, help: help)) { text, one in
                text += "\(name)\(one.labels.braced()) \(PrometheusText.number(one.value))\n"
            }
    }
}
