// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The shape of the language tags that asset packs take: language, script and region of BCP 47, and nothing more.
package enum LanguageTagRule {
    /// Why `text` is no such tag, or nil when it is one.
    package static func problem(with text: String) -> String? {
        let expectation =
            "a language is a tag such as \"en\", \"pt-BR\" or \"zh-Hant-TW\" (language, script, region)"
            + (text.contains("_") ? ", with hyphens" : "")
        var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
        guard let language = parts.popFirst(), isLetters(language, 2...3) || isLetters(language, 5...8) else {
            return expectation
        }
        if let script = parts.first, isLetters(script, 4...4) { parts.removeFirst() }
        if let region = parts.first, isLetters(region, 2...2) || isDigits(region, 3) { parts.removeFirst() }
        return parts.isEmpty ? nil : expectation
    }

    /// Whether `text` is such a tag.
    package static func allows(_ text: String) -> Bool { problem(with: text) == nil }

    private static func isLetters(_ text: Substring, _ count: ClosedRange<Int>) -> Bool {
        count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7a).contains($0 | 0x20) }
    }

    private static func isDigits(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
