// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import ToolSupport

/// What an installation looks like on one line; pure, so that it can be tested without a terminal.
struct InstallationLine: Equatable {
    var progress: InstallationProgress

    /// Characters behind the bar that it leaves free: `  100 %  fetching assets  99.9 MB of 99.9 MB`.
    private static let figuresWidth = 43
    /// Characters of a detail that are worth showing when it does not fit whole.
    private static let leastDetail = 24

    /// `com.example.game  [####      ]  42 %  fetching assets  12 MB of 24 MB`, in less than `columns`. The bar's width
    /// depends on the terminal and the app only, so that it does not jump when the text beside it changes. Figures that
    /// do not fit are left out: a part of a number is a wrong number. Why it does not go on comes before figures and bar.
    func live(columns: Int) -> String {
        let end = max(0, columns - 1)
        let figures = "  \(percentage)  \(words)"
        var line = progress.bundleID + bar(columns: columns) + figures
        if let bytes, line.count + bytes.count + 2 <= end { line += "  " + bytes }
        if let detail {
            let told = [line, progress.bundleID + bar(columns: columns) + figures, progress.bundleID + figures]
                .first { end - $0.count - 4 >= min(detail.count, Self.leastDetail) }
            if let told { line = told + "  (" + Self.shortened(detail, to: end - told.count - 4) + ")" }
        }
        return String(line.prefix(end))
    }

    private func bar(columns: Int) -> String {
        // Beside the brackets and the spaces before them.
        let room = columns - 1 - progress.bundleID.count - 4 - Self.figuresWidth
        guard room >= 5 else { return "" }
        let width = min(room, 30)
        let filled = Int(fraction * Double(width))
        return "  [" + String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled) + "]"
    }

    private static func shortened(_ text: String, to count: Int) -> String {
        text.count <= count ? text : text.prefix(count - 1) + "…"
    }

    /// `com.example.game: 42 %, fetching assets  12 MB of 24 MB`, for a pipe.
    var plain: String { "\(progress.bundleID): \(percentage), \(details)" }

    private var fraction: Double { progress.fraction.isFinite ? min(1, max(0, progress.fraction)) : 0 }
    private var percentage: String { "\(Quantity.percentage(progress.fraction)) %" }
    private var words: String { progress.phase.words }
    /// On the one line that there is for it.
    private var detail: String? { progress.detail.map { PrintableText.of($0) } }
    private var bytes: String? {
        guard progress.totalBytes > 0 else { return nil }
        return "\(Quantity.bytes(progress.completedBytes)) of \(Quantity.bytes(progress.totalBytes))"
    }
    private var details: String {
        [words, bytes, detail.map { "(\($0))" }].compactMap(\.self).joined(separator: "  ")
    }
}
