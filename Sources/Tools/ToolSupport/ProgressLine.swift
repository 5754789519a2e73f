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

    /// Characters beside the bar that it leaves free: `100 %  99.9 MB of 99.9 MB  9.9 MB/s  59 s left`.
    private static let figuresWidth = 45

    /// `Packing  [#####     ]  50 %  12 MB of 24 MB  3 MB/s  4 s left`, cut to `columns`.
    ///
    /// The bar's width depends on the terminal and the label only, so that it does not jump when the figures change. What
    /// there is no room for beside it is left out: the rate first.
    package func text(columns: Int) -> String {
        let columns = max(0, columns - 1)
        let least = figures(time: false, rate: false)
        guard let fraction else { return Self.narrow(label, figures(time: true, rate: true), columns: columns) }
        let width = min(40, max(10, columns - label.count - 6 - Self.figuresWidth))
        guard label.count + 6 + width + least.count <= columns else {
            return Self.narrow(label, least, columns: columns)
        }
        let filled = Int(fraction * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
        let head = "\(label)  [\(bar)]  "
        let fitting = [figures(time: true, rate: true), figures(time: true, rate: false)]
            .first { head.count + $0.count <= columns }
        return head + (fitting ?? least)
    }

    /// `Packing: 50 %, 12 MB of 24 MB, 3 MB/s, 4 s left`, for a pipe.
    package var plain: String {
        "\(label): " + figures(time: true, rate: true).replacing("  ", with: ", ")
    }

    /// Of a narrow line the figures stay, and as much of the label as there is room for.
    private static func narrow(_ label: String, _ figures: String, columns: Int) -> String {
        let head = label.prefix(max(0, columns - figures.count - 2))
        return String((head.isEmpty ? figures : "\(head)  \(figures)").prefix(columns))
    }

    private func figures(time: Bool, rate: Bool) -> String {
        var text = Quantity.bytes(completed)
        if let fraction, let total { text = "\(Int(fraction * 100)) %  \(text) of \(Quantity.bytes(total))" }
        guard elapsed >= .milliseconds(500) else { return text }
        if rate { text += "  \(Quantity.rate(bytes: completed, in: elapsed))" }
        if time, let remaining { text += "  \(Quantity.time(remaining)) left" }
        return text
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
