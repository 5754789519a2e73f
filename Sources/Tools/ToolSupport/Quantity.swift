// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Sizes, rates and times as people read them.
package enum Quantity {
    /// `999 B`, `1.5 kB`, `12 MB`, `3.25 GB`: decimal units with three significant digits, as Apple's tools print.
    package static func bytes(_ count: Int64) -> String { ByteCount.text(count) }

    /// `1.5 MB/s`.
    package static func rate(bytes count: Int64, in time: Duration) -> String {
        let seconds = self.seconds(time)
        guard seconds > 0 else { return "– B/s" }
        let perSecond = Double(count) / seconds
        return bytes(Int64(min(perSecond, 9e18))) + "/s"
    }

    /// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
    package static func time(_ time: Duration) -> String {
        let seconds = max(0, self.seconds(time))
        if seconds < 9.95 { return trimmed(seconds, digits: 1) + " s" }
        let whole = Int64(min(seconds.rounded(), 9e18))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return pair(whole, 60, "min", 1, "s") }
        if whole < 86400 { return pair(whole, 3600, "h", 60, "min") }
        return pair(whole, 86400, "d", 3600, "h")
    }

    /// Of 100, never more than have come: for a share of 0 to 1. What is no number, or out of bounds, comes from outside.
    package static func percentage(_ share: Double) -> Int {
        share.isFinite ? Int(min(1, max(0, share)) * 100) : 0
    }

    /// Of 100; 0 for a part of nothing.
    package static func percentage(_ part: Int64, of whole: Int64) -> Int {
        whole > 0 ? percentage(Double(part) / Double(whole)) : 0
    }

    /// `1 file`, `2 files`: `plural` when the noun does not simply take an s.
    package static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// Seconds of a duration.
    package static func seconds(_ time: Duration) -> Double {
        Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }

    private static func pair(_ whole: Int64, _ large: Int64, _ name: String, _ small: Int64, _ rest: String) -> String {
        let remainder = whole % large / small
        return "\(whole / large) \(name)" + (remainder > 0 ? " \(remainder) \(rest)" : "")
    }

    /// A decimal number with at most `digits` places and no trailing zeros.
    private static func trimmed(_ value: Double, digits: Int) -> String {
        var scale: Double = 1
        for _ in 0..<digits { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
    }
}
