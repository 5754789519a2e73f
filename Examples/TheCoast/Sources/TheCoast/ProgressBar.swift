// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Shows how far a download is: a bar on a terminal, a line each quarter in a pipe.
@MainActor
final class ProgressBar {
    private let title: String
    private let terminal: Terminal
    private var shownQuarter = -1
    private var isShown = false

    init(title: String, terminal: Terminal) {
        self.title = title
        self.terminal = terminal
    }

    func show(_ fraction: Double) {
        let percentage = Int(min(1, max(0, fraction)) * 100)
        if terminal.isInteractive {
            let filled = percentage * 30 / 100
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
            terminal.put("\r\(title)  \(bar) \(percentage) %  (Ctrl-C cancels) ")
            isShown = true
        } else if percentage / 25 > shownQuarter {
            shownQuarter = percentage / 25
            terminal.write("\(title): \(percentage) %")
        }
    }

    func note(_ text: String) {
        // The bar's line is cleared first.
        terminal.put((isShown ? "\r\u{1b}[K" : "") + "\(title): \(text)\n")
        isShown = false
    }

    /// Leaves the line.
    func end() {
        if isShown { terminal.put("\n") }
        isShown = false
    }
}
