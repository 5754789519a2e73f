// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingIdentity

@Suite struct HostNameTests {
    @Test(arguments: [
        ("localhost", "localhost", "localhost"), ("MyMachine.Local", "mymachine.local", "mymachine.local"),
        ("example.com.", "example.com", "example.com"), ("a_b", "a_b", "a_b"), ("10.0.0.7", "10.0.0.7", "10.0.0.7"),
        ("::1", "::1", "[::1]"), ("[2001:DB8::1]", "2001:db8::1", "[2001:db8::1]"),
    ])
    func valid(text: String, description: String, url: String) throws {
        let host = try HostName(text)
        #expect(host.description == description)
        #expect(host.urlText == url)
    }

    @Test(arguments: [
        "", ".", "a..b", "-a", "a-", "a b", "a/b", "host:8443", "https://host", "[host]", "[::1", "größe.de",
        "*.example",
        "a\0b", "1:2:3", String(repeating: "a", count: 64),
        Array(repeating: "abcdefgh", count: 32).joined(separator: "."),
    ])
    func invalid(text: String) {
        #expect(throws: IdentityError.self) { try HostName(text) }
    }

    @Test func sameNamesAreEqual() throws {
        #expect(try HostName("A.example") == HostName("a.EXAMPLE."))
        #expect(try HostName("::1") == HostName("[0:0:0:0:0:0:0:1]"))
        #expect(try HostName("0.0.0.0").isWildcard)
        #expect(try HostName("::").isWildcard)
        #expect(try !HostName("127.0.0.1").isWildcard)
    }
}
