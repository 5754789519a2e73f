// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import Testing

@testable import TransportCommands

@Suite struct SettingsTests {
    @Test func optionsComeBeforeTheEnvironment() throws {
        let environment = [
            "BA_TRANSPORT_SERVER": "https://one.example", "BA_TRANSPORT_API_KEY": "ONE", "BA_TRANSPORT_TRUST": "",
        ]
        let settings = try TransportSettings(environment: environment) { $0 == "api-key" ? "TWO" : nil }
        #expect(settings.server.base == "https://one.example" && settings.keyID == "TWO" && settings.trust == nil)
        #expect(throws: TransportError.self) { try TransportSettings(environment: [:]) { _ in nil } }
    }

    @Test(arguments: [
        ("https://packs.example.com/", "https://packs.example.com"), ("apple", "https://api.appstoreconnect.apple.com"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("https://a.example:444/host/", "https://a.example:444/host"),
    ])
    func addressesOfServers(text: String, base: String) throws {
        #expect(try ServerAddress(text).base == base)
        #expect(try ServerAddress(text).isAppStoreConnect == (text == "apple"))
    }

    @Test(arguments: [
        "", "packs.example.com", "http://packs.example.com", "ftp://a.example", "https://", "https://u:p@a.example",
        "https://a.example/?a=b", "https://a.example/#a",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(throws: TransportError.self) { try ServerAddress(text) }
    }

    @Test func theTokenGoesToTheServerAlone() throws {
        let server = try ServerAddress("https://a.example/")
        #expect(server.contains("https://a.example:443/v1/apps?cursor=1"))
        for other in ["http://a.example/", "https://a.example:444/", "https://b.example/", "/v1/apps", ""] {
            #expect(!server.contains(other), "\(other)")
        }
    }

    @Test func keysAreLookedForWhereAltoolLooks() async throws {
        try await TemporaryFolder.with { folder in
            let environment = ["HOME": folder.path("home"), "API_PRIVATE_KEYS_DIR": folder.path("own")]
            func found() throws -> String {
                let path = try KeyFile(id: "ABC", explicit: nil, environment: environment).path
                return String(path.dropFirst(folder.path.count + 1))
            }
            #expect(throws: TransportError.self) { try found() }
            // Each is found before the one that was there before.
            for place in ["home/.appstoreconnect/private_keys", "home/.private_keys", "home/private_keys", "own"] {
                try folder.write("key", to: "\(place)/AuthKey_ABC.p8")
                #expect(try found() == "\(place)/AuthKey_ABC.p8")
            }
            #expect(throws: TransportError.self) { try KeyFile(id: "../ABC", explicit: nil, environment: environment) }
            #expect(throws: TransportError.self) { try KeyFile(id: nil, explicit: nil, environment: environment) }
            let explicit = folder.path("own/AuthKey_ABC.p8")
            #expect(try KeyFile(id: nil, explicit: explicit, environment: [:]).id == "ABC")
            let key = try KeyFile(id: "X", explicit: explicit, environment: [:])
            #expect(key.id == "X")
            #expect(throws: TransportError.self) { try key.text() }
        }
    }

    @Test func tokensAreRenewedInTimeAndOfTheirKind() async throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        let clock = Clock()
        func source(_ issuer: String?) async throws -> TokenSource {
            try await TokenSource(id: "ABC", key: pem, path: "p8", issuer: issuer, now: { clock.now })
        }
        func claims(_ token: String) throws -> [String: Any] {
            var text = String(token.split(separator: ".")[1]).replacing("-", with: "+").replacing("_", with: "/")
            while text.count % 4 != 0 { text += "=" }
            let data = try #require(Data(base64Encoded: text))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
        let team = try await source("issuer")
        let first = try await team.token()
        #expect(try claims(first)["iss"] as? String == "issuer" && claims(first)["sub"] == nil)
        let (begin, end) = (try claims(first)["iat"] as? Int ?? 0, try claims(first)["exp"] as? Int ?? 0)
        #expect(begin < clock.now && end > clock.now + 600 && end - begin <= 1200)
        clock.now += 599
        #expect(try await team.token() == first)
        clock.now += 2
        #expect(try await team.token() != first)
        let member = try await source(nil).token()
        #expect(try claims(member)["sub"] as? String == "user" && claims(member)["iss"] == nil)
        await #expect(throws: TransportError.self) {
            _ = try await TokenSource(id: "ABC", key: "no key", path: "p8", issuer: nil, now: { 0 })
        }
    }
}
