// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

/// What apps and servers call things cannot forge a line of the log, nor steer the terminal that shows it.
struct PlainLineTests {
    @Test(
        "Special characters are shown",
        arguments: [
            ("one\ntwo", "one ⏎ two"), ("\u{1b}[2J", "\\u{1b}[2J"), ("a\r\tb\u{0}", "a\\u{d}\tb\\u{0}"),
            ("\u{9b}31m", "\\u{9b}31m"), ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            ("gpj\u{202e}exe", "gpj\\u{202e}exe"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ])
    func special(_ text: String, _ line: String) { #expect(PlainLine.make(text) == line) }

    @Test("Text of any language stays", arguments: ["", "plain", "Grüße ⏎ 世界 👩‍👩‍👧", "שלום"])
    func plain(_ text: String) { #expect(PlainLine.make(text) == text) }
}
