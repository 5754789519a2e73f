// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing

@testable import HostingOpenID

@Suite("Signing in by a provider") struct OpenIDProviderTests {
    private let world = MadeUpProvider()
    private let attempt = OpenIDAttempt(destination: "/packs/1")
    private static let redirect = "https://host.example.com/console/sign-in/provider/answer"

    private func provider(secret: String? = "top secret/ü") throws -> OpenIDProvider {
        let world = world
        return OpenIDProvider(
            try OpenIDSettings(issuer: MadeUpProvider.issuer, clientID: "host", clientSecret: secret), transport: world,
            now: { world.now })
    }

    private func mail(_ provider: OpenIDProvider) async throws -> String {
        try await provider.mail(code: "a code", attempt: attempt, redirect: Self.redirect)
    }

    private func problem(_ provider: OpenIDProvider) async -> String {
        do { return "signed in: " + (try await mail(provider)) } catch { return "\(error)" }
    }

    @Test("Somebody goes to the provider, and their mail is known when they come back") func wholeWay() async throws {
        let provider = try provider()
        let address = try #require(
            URLComponents(string: try await provider.address(for: attempt, redirect: Self.redirect)))
        let items = Dictionary(uniqueKeysWithValues: (address.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        #expect(address.host == "login.example.com" && address.path == "/authorize")
        #expect(items["response_type"] == "code" && items["client_id"] == "host" && items["scope"] == "openid email")
        #expect(items["redirect_uri"] == Self.redirect && items["state"] == attempt.state)
        #expect(items["code_challenge_method"] == "S256")
        world.give(try world.token(nonce: try #require(items["nonce"])))
        #expect(try await mail(provider) == "ada@example.com")
        let request = try #require(world.requests.first { $0.form != nil })
        let form = try #require(URLComponents(string: "?" + (request.form ?? ""))?.queryItems)
        let verifier = try #require(form.first { $0.name == "code_verifier" }?.value)
        #expect(Data(SHA256.hash(data: Data(verifier.utf8))).base64URL == items["code_challenge"])
        #expect(form.first { $0.name == "code" }?.value == "a code")
        #expect(!form.contains { $0.name == "client_secret" })
        let basic = Data("host:top%20secret%2F%C3%BC".utf8).base64EncodedString()
        #expect(request.authorization == "Basic " + basic)
        // What it tells of itself is known for a while.
        _ = try await mail(provider)
        #expect(world.requests.count { $0.url.contains(".well-known") } == 1)
        #expect(world.requests.count { $0.url.hasSuffix("/keys") } == 1)
    }

    @Test("A client without a secret, and one that sends it in the form, are known by that") func clients() async throws
    {
        world.give(try world.token(nonce: attempt.nonce))
        _ = try await mail(try provider(secret: nil))
        #expect(world.requests.last { $0.form != nil }?.authorization == nil)
        #expect(world.requests.last { $0.form != nil }?.form?.contains("client_id=host") == true)
        world.answer(
            "/.well-known/openid-configuration", 200,
            MadeUpProvider.metadata(more: #","token_endpoint_auth_methods_supported":["client_secret_post"]"#))
        _ = try await mail(try provider(secret: "s"))
        #expect(world.requests.last { $0.form != nil }?.form?.contains("client_secret=s") == true)
    }

    @Test(
        "A token that says something else is good for nothing",
        arguments: [
            ("iss", "https://other.example.com", "issuer"), ("aud", "other", "another client (aud)"),
            ("aud", nil, "another client (aud)"), ("azp", "other", "azp"), ("exp", 1_799_999_000, "expired"),
            ("exp", nil, "when it expires"), ("iat", 1_800_001_000, "in the future"),
            ("nbf", 1_800_001_000, "not good yet"), ("nonce", "other", "another attempt"),
            ("nonce", nil, "another attempt"),
            ("sub", nil, "of nobody"), ("email_verified", false, "has not made sure"),
            ("email_verified", nil, "has not made sure"), ("email_verified", "false", "has not made sure"),
        ] as [(String, (any Sendable)?, String)])
    func wrongClaims(_ name: String, _ value: (any Sendable)?, _ reason: String) async throws {
        world.give(try world.token(nonce: attempt.nonce, [name: value]))
        let problem = await problem(try provider())
        #expect(problem.contains(reason), "\(problem)")
    }

    @Test("A token for several clients is good where it says that it is for this one") func audiences() async throws {
        world.give(try world.token(nonce: attempt.nonce, ["aud": ["host", "other"]]))
        #expect(await problem(try provider()).contains("does not say for which"))
        world.give(try world.token(nonce: attempt.nonce, ["aud": ["host", "other"], "azp": "host"]))
        #expect(try await mail(try provider()) == "ada@example.com")
        world.give(try world.token(nonce: attempt.nonce, ["email_verified": "true"]))
        #expect(try await mail(try provider()) == "ada@example.com")
    }

    @Test("A token that the provider has not signed is good for nothing") func wrongSignatures() async throws {
        let good = try world.token(nonce: attempt.nonce)
        let parts = good.split(separator: ".").map(String.init)
        let none = Data(#"{"alg":"none","kid":"one"}"#.utf8).base64URL
        let symmetric = Data(#"{"alg":"HS256","kid":"one"}"#.utf8).base64URL
        let mac = HMAC<SHA256>.authenticationCode(
            for: Data((symmetric + "." + parts[1]).utf8), using: SymmetricKey(data: Data("secret".utf8)))
        let other = MadeUpProvider()
        for token in [
            none + "." + parts[1] + ".", none + "." + parts[1], parts[0] + "." + parts[1] + ".",
            symmetric + "." + parts[1] + "." + Data(mac).base64URL, try other.token(nonce: attempt.nonce),
            parts[0] + "." + parts[1].dropLast() + "." + parts[2], "", "a.b.c", "x",
        ] {
            world.give(token)
            let problem = await problem(try provider())
            #expect(problem.contains("not signed by a key of the provider"), "\(token): \(problem)")
        }
        world.give(nil)
        #expect(await problem(try provider()).contains("no token of who it is"))
    }

    @Test("A new key of the provider is looked for, and not with each token that names none") func newKeys()
        async throws
    {
        let provider = try provider()
        world.give(try world.token(nonce: attempt.nonce))
        _ = try await mail(provider)
        world.rotate(to: "two")
        world.give(try world.token(nonce: attempt.nonce))
        #expect(await problem(provider).contains("not signed"))
        #expect(world.requests.count { $0.url.hasSuffix("/keys") } == 1)
        world.advance(61)
        #expect(try await mail(provider) == "ada@example.com")
        #expect(world.requests.count { $0.url.hasSuffix("/keys") } == 2)
        // One that was given up is not good for ever.
        world.give(try world.token(nonce: attempt.nonce, ["exp": world.now + 10_000]))
        world.rotate(to: "three")
        world.advance(3_599 - 61)
        #expect(try await mail(provider) == "ada@example.com")
        world.advance(62)
        #expect(await problem(provider).contains("not signed"))
    }

    @Test("Who is not told in the token is asked for") func userInfo() async throws {
        world.give(try world.token(nonce: attempt.nonce, ["email": nil, "email_verified": nil]))
        #expect(await problem(try provider()).contains("does not answer"))
        world.answer("/me", 200, #"{"sub":"1234","email":"grace@example.com","email_verified":true}"#)
        #expect(try await mail(try provider()) == "grace@example.com")
        #expect(world.requests.last?.authorization == "Bearer access")
        world.answer("/me", 200, #"{"sub":"4321","email":"grace@example.com","email_verified":true}"#)
        #expect(await problem(try provider()).contains("somebody else"))
        world.answer("/me", 200, #"{"sub":"1234"}"#)
        #expect(await problem(try provider()).contains("does not tell an address"))
    }

    @Test("A provider that does not do as it should is told of") func unavailable() async throws {
        world.give(try world.token(nonce: attempt.nonce))
        let metadata = "/.well-known/openid-configuration"
        for (path, status, body, reason) in [
            (metadata, 500, "", "status 500"), (metadata, 200, "no", "cannot be read"),
            (metadata, 200, MadeUpProvider.metadata(issuer: "https://other.example.com"), "calls itself"),
            (metadata, 200, MadeUpProvider.metadata(token: "http://login.example.com/token"), "without TLS"),
            (metadata, 200, MadeUpProvider.metadata(), "signed in"),
            ("/token", 503, "", "does not take the code"),
            ("/token", 400, #"{"error":"invalid_grant"}"#, "invalid_grant"),
            ("/token", 200, "[]", "cannot be read"),
        ] {
            world.answer(path, status, body)
            let problem = await problem(try provider())
            #expect(problem.contains(reason), "\(path) \(status): \(problem)")
        }
        let keyless = MadeUpProvider()
        keyless.give(try keyless.token(nonce: attempt.nonce))
        keyless.answer("/keys", 200, #"{"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"one"},{"kty":"new"}]}"#)
        let provider = OpenIDProvider(
            try OpenIDSettings(issuer: MadeUpProvider.issuer, clientID: "host", clientSecret: nil), transport: keyless,
            now: { keyless.now })
        #expect(await problem(provider).contains("no keys that can be used"))
    }

    @Test("What a browser has kept is what was begun, or nothing") func attempts() {
        let text = attempt.text
        #expect(OpenIDAttempt(text) == attempt && attempt.destination == "/packs/1")
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ";") })
        #expect(attempt.state != OpenIDAttempt(destination: "/").state)
        for wrong in ["", "...", text + ".", String(text.dropFirst()), "a.b.c.d", text + "!"] {
            #expect(OpenIDAttempt(wrong) == nil, "\(wrong)")
        }
    }

    @Test("A provider is at an address with TLS, or on this machine") func settings() throws {
        for good in [
            "https://a.example.com", "https://a.example.com/tenant/v2.0/", "http://127.0.0.1:9400", "http://localhost",
        ] {
            _ = try OpenIDSettings(issuer: good, clientID: "a", clientSecret: nil)
        }
        #expect(
            try OpenIDSettings(issuer: "https://a.example.com/x", clientID: "a", clientSecret: nil).name
                == "a.example.com")
        for wrong in [
            "", "a.example.com", "http://a.example.com", "https://", "https://u@a.example.com", "https://a/?b",
            "file:///a",
        ] {
            #expect(throws: OpenIDError.self) { try OpenIDSettings(issuer: wrong, clientID: "a", clientSecret: nil) }
        }
        #expect(throws: OpenIDError.self) {
            try OpenIDSettings(issuer: "https://a.example.com", clientID: "", clientSecret: nil)
        }
    }
}
