// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Names as Prometheus allows them: others' labels (`hb.requests`) become such.
enum MetricName {
    /// Of a metric: letters, digits, `_` and `:`, no digit first.
    static func metric(_ name: String) -> String { cleaned(name, allowing: ":") }

    /// Of a label: letters, digits and `_`, no digit first.
    static func label(_ name: String) -> String { cleaned(name, allowing: nil) }

    private static func cleaned(_ name: String, allowing other: Unicode.Scalar?) -> String {
        var cleaned = ""
        for character in name.unicodeScalars {
            let isDigit = ("0"..."9").contains(character)
            if isDigit, cleaned.isEmpty { cleaned = "_" }
            let isAllowed =
                isDigit || ("a"..."z").contains(character) || ("A"..."Z").contains(character) || character == other
            cleaned.unicodeScalars.append(isAllowed ? character : "_")
        }
        return cleaned.isEmpty ? "_" : cleaned
    }
}
