// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct NewAppTests {
    @Test(arguments: ["com.example.game", "a", "com.Example-2.game", "9", String(repeating: "a", count: 155)])
    func identifiersThatThereAre(_ text: String) { #expect(NewApp(bundleID: text).fault == nil) }

    @Test(
        arguments: [
            "", ".", "-", ".a", "a.", "a.-", "a..b", "a/b", "a b", "ä", "a\0", "com.example.game\n", "../a",
            String(repeating: "a", count: 156),
        ])
    func identifiersThatAreNone(_ text: String) {
        #expect(NewApp(bundleID: text).fault?.contains("is no bundle identifier") == true)
    }

    @Test func nameAndSKUAreTheIdentifierWithoutThem() {
        let app = NewApp(bundleID: "com.example.game")
        #expect(app.name == "com.example.game" && app.sku == app.name && app.primaryLocale == "en-US")
        #expect(app.reviewPolicy == .oneReviewer)
    }

    @Test(arguments: [
        "", " ", "a\nb", "a\u{7}", "a\u{2028}b", "a\u{202e}cod", String(repeating: "a", count: 201),
        "e" + String(repeating: "\u{301}", count: 300),
    ])
    func namesThatAreNone(_ name: String) {
        #expect(NewApp(bundleID: "a", name: name).fault?.contains("name") == true)
    }

    @Test(arguments: ["", "a\tb", String(repeating: "a", count: 156)])
    func numbersOfStockThatAreNone(_ sku: String) {
        #expect(NewApp(bundleID: "a", sku: sku).fault?.contains("SKU") == true)
    }

    @Test(arguments: [
        ("en-US", true), ("de", true), ("zh-Hans-CN", true), ("", false), ("en_US", false), ("e n", false),
    ])
    func languages(_ locale: String, _ isOne: Bool) {
        #expect((NewApp(bundleID: "a", primaryLocale: locale).fault == nil) == isOne)
    }
}
