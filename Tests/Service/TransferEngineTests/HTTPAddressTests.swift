// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferEngine

@Suite struct HTTPAddressTests {
    @Test func relativeAddressesAreResolved() throws {
        let base = try HTTPAddress("https://host:8443/packs/manifest?platform=linux")
        #expect(try HTTPAddress("Tutorial.aar", relativeTo: base).description == "https://host:8443/packs/Tutorial.aar")
        #expect(try HTTPAddress("https://other/x", relativeTo: base).description == "https://other/x")
        #expect(
            try HTTPAddress("https://h/m?a=1").adding([(name: "b", value: "2 3")]).absoluteString
                == "https://h/m?a=1&b=2%203")
    }

    @Test(arguments: ["https://h/m.aar?X-Amz-Signature=secret", "https://h/m.aar?secret#x", "https://h/m.aar#secret"])
    func whatFollowsThePathIsNotTold(_ text: String) throws {
        let address = try HTTPAddress(text)
        #expect("\(address)" == "https://h/m.aar?…")
        #expect(address.absoluteString == text)
    }

    @Test(
        "What is refused is told without its query, its fragment, its user and its password",
        arguments: [
            ("http://localhost/x?token=secret", "http://localhost/x?…"), ("http://h/x#secret", "http://h/x?…"),
            ("http://h?secret", "http://h?…"), ("http://user:secret@h/x", "http://…@h/x"),
            ("ftp://secret@secret@h/x?secret", "ftp://…@h/x?…"), ("https://user:secret@host/", "host"),
            ("https://?secret", "https://?…"), ("https://user:secret@/x", "https://…@/x"),
            ("user:secret@h", "…@h"), ("/?secret", "/?…"), ("http://h/a@b", "http://h/a@b"),
            // A mark that is put on the sign makes another character of it.
            ("http://h/x?\u{301}secret", "http://h/x?…"), ("http://user:secret@\u{301}h/x", "http://…@\u{301}h/x"),
        ])
    func refusedAddresses(_ text: String, _ shown: String) throws {
        let error = #expect(throws: TransferError.self) { try HTTPAddress(text) }
        let description = try #require(error?.description)
        #expect(!description.contains("secret"))
        #expect(description.contains(shown), "\(description)")
    }

    @Test("A redirect to what is refused does not tell its secrets either") func refusedRedirects() throws {
        let from = try HTTPAddress("https://host/start?secret")
        let error = #expect(throws: TransferError.self) {
            try HTTPTransport.target(of: "http://localhost/x?token=secret", from: from)
        }
        #expect(error?.description.contains("secret") == false)
        #expect(error?.description.contains("http://localhost/x?…") == true)
    }

    @Test(arguments: [
        ("http://host/x", "only https"), ("file:///etc/passwd", "host"), ("", "host"), ("https://", "host"),
        ("https://user:secret@host/", "user name or password"), ("https://host:0/x", "its port is 0"),
        ("https://host:99999/x", "ports are from 1 to 65535"),
    ])
    func otherAddressesAreRefused(_ text: String, _ cause: String) {
        let error = #expect(throws: TransferError.self) { try HTTPAddress(text) }
        #expect(error?.description.contains(cause) == true, "\(error?.description ?? "")")
    }
}
