// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferEngine

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

    @Test func credentialsInAnAddressAreNotTold() throws {
        let error = #expect(throws: TransferError.self) { try HTTPAddress("https://user:secret@host/") }
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: [
        ("http://host/x", "only https"), ("file:///etc/passwd", "host"), ("", "host"), ("https://", "host"),
        ("https://user:secret@host/", "user name or password"),
    ])
    func otherAddressesAreRefused(_ text: String, _ cause: String) {
        let error = #expect(throws: TransferError.self) { try HTTPAddress(text) }
        #expect(error?.description.contains(cause) == true, "\(error?.description ?? "")")
    }
}
