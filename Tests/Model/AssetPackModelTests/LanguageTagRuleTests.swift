// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct LanguageTagRuleTests {
    @Test(arguments: ["en", "pt-BR", "zh-Hant", "zh-Hant-TW", "es-419", "yue", "EN-us"])
    func allows(tag: String) { #expect(LanguageTagRule.allows(tag)) }

    @Test(arguments: [
        "", "e", "en_US", "en-", "-en", "en-USA", "zh-Hant-TW-x", "en-US-Latn", "abcd", "en-419-US", "dé",
    ])
    func refuses(tag: String) { #expect(!LanguageTagRule.allows(tag)) }
}
