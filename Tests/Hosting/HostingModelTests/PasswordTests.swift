// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite("Passwords and secrets") struct PasswordTests {
    @Test("A password is known again, however its letters are written, and no other") func hash() throws {
        let hash = try PasswordHash(of: "caf\u{e9} au lait, sans sucre")
        #expect(hash.description.hasPrefix("scrypt$14$5$") && !hash.description.contains("caf"))
        let read = try #require(PasswordHash(hash.description))
        #expect(read == hash)
        #expect(try read.matches("caf\u{e9} au lait, sans sucre"))
        #expect(try read.matches("cafe\u{301} au lait, sans sucre"))
        #expect(try !read.matches("Caf\u{e9} au lait, sans sucre"))
        #expect(try !read.matches(""))
        // Each has a salt of its own.
        #expect(try PasswordHash(of: "caf\u{e9} au lait, sans sucre") != hash)
    }

    @Test(
        "What is no hash, or would take for ever, is none",
        arguments: [
            "", "scrypt", "scrypt$14$5$AAAA$AAAA", "scrypt$40$5$AAAA$", "md5$14$5$AAAA$AAAA",
            "scrypt$14$900$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ])
    func foreign(_ text: String) { #expect(PasswordHash(text) == nil) }

    @Test("Long passwords are taken") func rules() throws {
        let mail = try #require(MailAddress("ada@example.com"))
        #expect(PasswordRules.fault(of: "correct horse battery", mail: mail) == nil)
        for bad in ["short", "aaaaaaaaaaaaaaaa", "ada@example.com", String(repeating: "ab12", count: 300)] {
            #expect(PasswordRules.fault(of: bad, mail: mail) != nil, "\(bad)")
        }
    }

    @Test("A secret is known by its digest, and what is none is refused") func secrets() throws {
        let secret = Secret()
        #expect(Secret(secret.text)?.digest == secret.digest && secret.digest.count == 64)
        #expect(Secret().text != secret.text)
        for bad in ["", "x", secret.text + "x", String(secret.text.dropLast()) + "'"] { #expect(Secret(bad) == nil) }
    }
}
