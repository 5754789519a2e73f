// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct SpellingSuggestionTests {
    private let words = ["file", "directory", "filePattern", "fileExclusion"]

    @Test(arguments: [
        ("fil", "file"), ("File", "file"), ("filepatern", "filePattern"), ("direktory", "directory"),
        ("fileExclusions", "fileExclusion"),
    ])
    func finds(word: String, nearest: String) { #expect(SpellingSuggestion.nearest(to: word, among: words) == nearest) }

    @Test(arguments: ["", "path", "zzzzzzzzzz", "x"])
    func keepsStill(word: String) { #expect(SpellingSuggestion.nearest(to: word, among: words) == nil) }

    @Test func bearsLongWords() {
        #expect(SpellingSuggestion.hint(for: String(repeating: "a", count: 1_000_000), among: words).isEmpty)
    }
}
