// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The text format that Prometheus collects (version 0.0.4).
enum PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        // As far as each whole number is one of these.
        if value == value.rounded(), abs(value) < 0x1p53 { return "\(Int64(value))" }
        return "\(value)"
    }

    /// The lines before the values of a metric.
    static func head(_ name: String, _ kind: MetricKind, help: String?) -> String {
        let help = help.map { text in
            "# HELP \(name) \(text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n"
        }
        return (help ?? "") + "# TYPE \(name) \(kind.rawValue)\n"
    }
}
