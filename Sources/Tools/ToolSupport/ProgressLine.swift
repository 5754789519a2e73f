// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a progress bar says at one moment; pure, so that it can be tested without a terminal or a clock.
package struct ProgressLine: Equatable, Sendable {
    /// What is being done, as in "Packing Tutorial".
    package var label: String
    package var completed: Int64
    /// Bytes in all; nil when nobody knows.
    package var total: Int64?
    package var elapsed: Duration

    package init(label: String, completed: Int64, total: Int64?, elapsed: Duration) {
        self.label = label
        self.completed = completed
        self.total = total
        self.elapsed = elapsed
    }

    /// From 0 to 1; nil when the total is unknown. Nothing to do counts as done.
    package var fraction: Double? {
        guard let total else { return nil }
        guard total > 0 else { return 1 }
        return min(1, max(0, Double(completed) / Double(total)))
    }

    /// `Packing  [#####     ]  50 %  12 MB of 24 MB  3 MB/s  4 s left`, cut to `columns`.
    package func text(columns: Int) -> String {
        var tail = ""
        if let fraction, let total {
            tail = "\(Int(fraction * 100)) %  \(Quantity.bytes(completed)) of \(Quantity.bytes(total))"
        } else {
            tail = Quantity.bytes(completed)
        }
        if elapsed >= .milliseconds(500) {
            tail += "  \(Quantity.rate(bytes: completed, in: elapsed))"
            if let remaining { tail += "  \(Quantity.time(remaining)) left" }
        }
        let room = columns - 1 - label.count - tail.count - 6
        guard let fraction, room >= 10 else {
            // Of a narrow line the figures stay, and as much of the label as there is room for.
            let head = label.prefix(max(0, columns - 1 - tail.count - 2))
            return String((head.isEmpty ? tail : "\(head)  \(tail)").prefix(max(0, columns - 1)))
        }
        let width = min(room, 40)
        let filled = Int(fraction * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
        return "\(label)  [\(bar)]  \(tail)"
    }

    /// The line a pipe gets when the work is done: `Packing: 24 MB in 8 s (3 MB/s)`.
    package var summary: String {
        let rate = elapsed >= .milliseconds(100) ? " (\(Quantity.rate(bytes: completed, in: elapsed)))" : ""
        return "\(label): \(Quantity.bytes(completed)) in \(Quantity.time(elapsed))\(rate)"
    }

    private var remaining: Duration? {
        guard let total, completed > 0, completed < total else { return nil }
        return elapsed * (Double(total - completed) / Double(completed))
    }
}
