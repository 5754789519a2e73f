// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What tells one series of a metric from its others, as Prometheus writes it: `kind="api",method="GET"`.
struct MetricLabels: Hashable, Comparable, Sendable {
    let text: String

    /// - `dimensions`: names and values, in any order. Of a name that comes twice the first counts.
    init(_ dimensions: [(String, String)]) {
        var seen: Set<String> = []
        text =
            dimensions.map { (MetricName.label($0.0), $0.1) }
            .filter { seen.insert($0.0).inserted }
            .sorted { $0.0 < $1.0 }
            .map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
            .joined(separator: ",")
    }

    static func < (left: MetricLabels, right: MetricLabels) -> Bool { left.text < right.text }

    /// `{kind="api"}`, with one more where that is given, which is no text from outside.
    func braced(and more: String? = nil) -> String {
        let all = [text, more ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? "" : "{\(all)}"
    }

    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
