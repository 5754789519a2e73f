// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite("BADownloadDomainAllowList") struct DomainAllowListTests {
    @Test(
        "A10: hosts are those that are named, and subdomains of what follows a wildcard",
        arguments: [
            ("example.com", true), ("EXAMPLE.com", true), ("example.com.", true), ("assets.example.com", false),
            ("a.cdn.org", true), ("b.a.cdn.org", true), ("cdn.org", false), ("notcdn.org", false), (".cdn.org", false),
            ("example.com.evil.net", false), ("evil.net/example.com", false), ("127.0.0.1", true), ("127.0.0.2", false),
            ("", false),
        ])
    func hosts(_ host: String, _ isAllowed: Bool) {
        let list = DomainAllowList(["Example.com", "*.CDN.org", "127.0.0.1"])
        #expect(list.allows(host) == isAllowed)
    }

    @Test("An empty list allows nothing") func empty() { #expect(!DomainAllowList([]).allows("example.com")) }
}
