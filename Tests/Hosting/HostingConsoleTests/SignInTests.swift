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
        for _ in 0..<10 { #expect(limiter.take("ada", of: "a", at: begin) == nil) }
        #expect(limiter.take("ada", of: "a", at: later(60)) == 840)
        #expect(limiter.take("grace", of: "a", at: later(60)) == nil)
        #expect(limiter.take("ada", of: "a", at: later(900)) == nil)
        for _ in 0..<9 { _ = limiter.take("ada", of: "a", at: later(900)) }
        #expect(limiter.take("ada", of: "a", at: later(901)) != nil)
        limiter.forget("ada", of: "a")
        #expect(limiter.take("ada", of: "a", at: later(901)) == nil)
    }

    @Test("Whoever guesses locks out only whoever is where they are, and gets no further from many places")
    func places() {
        let limiter = SignInLimiter()
        let time = Timestamp(milliseconds: 1_800_000_000_000)
        for _ in 0..<10 { #expect(limiter.take("ada", of: "eve", at: time) == nil) }
        #expect(limiter.take("ada", of: "eve", at: time) != nil)
        #expect(limiter.take("ada", of: "home", at: time) == nil)
        limiter.forget("ada", of: "home")
        // What somebody else has guessed counts on.
        #expect(limiter.take("ada", of: "eve", at: time) != nil)
        for number in 0..<90 { #expect(limiter.take("ada", of: "other \(number)", at: time) == nil) }
        #expect(limiter.take("ada", of: "home", at: time) != nil)
        #expect(limiter.take("grace", of: "eve", at: time) == nil)
    }

    @Test("Made-up addresses lock nobody out, and free nobody who is guessed at") func floods() {
        let limiter = SignInLimiter()
        let time = Timestamp(milliseconds: 1_800_000_000_000)
        for _ in 0..<10 { #expect(limiter.take("ada", of: "a", at: time) == nil) }
        for number in 0..<25_000 { #expect(limiter.take("nobody\(number)", of: "a", at: time) == nil) }
        #expect(limiter.take("grace", of: "a", at: time) == nil)
        #expect(limiter.take("ada", of: "a", at: time) != nil)
    }

    @Test("Not too many wait, and not too many of one client") func waiting() {
        var room = WaitingRoom(places: 3, placesOfClient: 2)
        #expect([room.enter("a"), room.enter("a"), room.enter("a")] == [true, true, false])
        #expect([room.enter("b"), room.enter("c")] == [true, false])
        room.leave("a")
        room.leave("nobody")
        #expect([room.enter("b"), room.enter("c")] == [true, false])
        room.leave("b")
        #expect([room.enter("a"), room.enter("a")] == [true, false])
    }

    @Test("Where a password finds no place, the page says so, and no try is counted") func crowds() async throws {
        let hashing = PasswordHashing()
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (entered, enter) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<4 {
                group.addTask {
                    try await hashing.taking(aPlaceFor: "192.0.2.1") { () async throws(ConsoleFailure) in
                        enter.yield()
                        for await _ in stream {}
                    }
                }
            }
            var iterator = entered.makeAsyncIterator()
            for _ in 0..<4 { _ = await iterator.next() }
            await #expect {
                try await hashing.taking(aPlaceFor: "192.0.2.1") { () async throws(ConsoleFailure) in }
            } throws: { ($0 as? ConsoleFailure)?.status == .serviceUnavailable }
            try await hashing.taking(aPlaceFor: "192.0.2.2") { () async throws(ConsoleFailure) in }
            end.finish()
            try await group.waitForAll()
        }
        try await hashing.taking(aPlaceFor: "192.0.2.1") { () async throws(ConsoleFailure) in }
    }

    @Test(
        "Where a request comes from is the connection's word, and that of a server in front on this machine",
        arguments: [
            ("192.0.2.1", nil, "192.0.2.1"), ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("127.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"), ("::1", " 2001:db8::1 ", "2001:db8::1"),
            ("127.0.0.1", "", "127.0.0.1"), ("127.0.0.1", String(repeating: "1", count: 500), "127.0.0.1"),
            (nil, "198.51.100.7", ""),
        ] as [(String?, String?, String)])
    func clients(_ connection: String?, _ forwarded: String?, _ expected: String) throws {
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-Forwarded-For"))] = forwarded
        #expect(ClientAddress.text(of: headers, connection: connection) == expected)
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
