// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

struct MailAddressTests {
    @Test(arguments: [
        "ada@example.com", "a.b+c@sub.example.co.uk", "O'Neil@example.com", "x@localhost", "1@2.de",
        "a_b-c@ex-ample.org",
    ])
    func addresses(text: String) throws {
        #expect(try #require(MailAddress(text)).description == text.lowercased())
    }

    @Test(
        "What could be taken for something else, or break a line, is none",
        arguments: [
            "", "@", "a@", "@b", "a@b@c", "a b@example.com", "a@exa mple.com", "a@example.com\r\nRCPT TO:<b@c>",
            "a@-b.de",
            "a@b-.de", ".a@b.de", "a..b@c.de", "a.@b.de", "a@b..de", "a@b.de.", "<a@b.de>", "\"a\"@b.de",
            "ä@example.com",
            "a@exämple.com", "a@[127.0.0.1]", "a,b@c.de", "a@b_c.de", String(repeating: "a", count: 65) + "@b.de",
            "a@" + String(repeating: "b", count: 64) + ".de", "a@" + String(repeating: "b.", count: 130) + "de",
        ])
    func others(text: String) { #expect(MailAddress(text) == nil) }
}
