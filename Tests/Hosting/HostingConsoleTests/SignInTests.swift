// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HostingModel
import Testing

@testable import HostingConsole

@Suite("Signing in") struct SignInTests {
    @Test("Whoever guesses waits, and whoever waits may try again") func limits() {
        let limiter = SignInLimiter()
        let begin = Timestamp(milliseconds: 1_800_000_000_000)
        func later(_ seconds: Double) -> Timestamp { Timestamp(seconds: begin.seconds + seconds) }
        for _ in 0..<10 { #expect(limiter.take("ada", at: begin) == nil) }
        #expect(limiter.take("ada", at: later(60)) == 840)
        #expect(limiter.take("grace", at: later(60)) == nil)
        #expect(limiter.take("ada", at: later(900)) == nil)
        for _ in 0..<9 { _ = limiter.take("ada", at: later(900)) }
        #expect(limiter.take("ada", at: later(901)) != nil)
        limiter.forget("ada")
        #expect(limiter.take("ada", at: later(901)) == nil)
    }

    @Test("A cookie is one of this host's, among others") func cookies() throws {
        let secret = Secret()
        var headers = HTTPFields()
        #expect(SessionCookie.secret(of: headers) == nil)
        headers.append(HTTPField(name: .cookie, value: "a=b; __Host-ba-session=short"))
        #expect(SessionCookie.secret(of: headers) == nil)
        headers.append(HTTPField(name: .cookie, value: "c=d; __Host-ba-session=\(secret.text)"))
        #expect(SessionCookie.secret(of: headers)?.digest == secret.digest)
        let field = SessionCookie.field(secret)
        for part in ["__Host-", "; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"] {
            #expect(field.contains(part), "\(field)")
        }
        #expect(SessionCookie.endingField.contains("Max-Age=0"))
    }

    @Test(
        "Where somebody is taken after signing in is a page of this host",
        arguments: [
            ("/packs/1", "/packs/1"), (nil, "/"), ("", "/"), ("//example.com", "/"), ("https://example.com", "/"),
            ("/\\example.com", "/"), ("/a\r\nSet-Cookie: x", "/"), ("/é", "/"),
        ])
    func destinations(_ asked: String?, _ taken: String) { #expect(SignInContent.destination(asked) == taken) }
}
