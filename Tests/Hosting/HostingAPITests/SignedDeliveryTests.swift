// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import HTTPTypes
import HostingModel
import HostingPublishing
import Testing

/// Addresses that are good for a while.
@Suite("Signed addresses", .timeLimit(.minutes(2))) struct SignedDeliveryTests {
    private static let lifetime = 600
    private let key = Array("a secret of this test".utf8)

    private func endpoint(_ app: PublishedApp, key: [UInt8]? = nil) -> PublishingEndpoint {
        app.endpoint { $0.signer = AddressSigner(key: key ?? self.key, lifetime: Self.lifetime) }
    }

    private func address(_ answer: PublishedApp.Answer) throws -> String {
        let manifest = try JSONDecoder().decode(DownloadManifest.self, from: Data(answer.text.utf8))
        return try #require(manifest.assetPacks.first?.url)
    }

    @Test("C15: a manifest leads to bytes for a while, and stays the same for as long as that") func time() async throws
    {
        try await PublishedApp.with { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = endpoint(app)
            for form in ["platform=linux", "platform=ios"] {
                let first = try await app.ask(endpoint, "/manifest?\(form)")
                let url = try address(first)
                #expect(url.contains("?version=1&sha256=") && url.contains("&expires=") && url.contains("&signature="))
                let bytes = try await app.ask(endpoint, at: url)
                #expect(bytes.text == "one" && bytes.fields[.cacheControl] == "public, max-age=1200, immutable")
                app.clock.advance(seconds: Double(Self.lifetime - 1))
                let same = try await app.ask(endpoint, "/manifest?\(form)")
                #expect(same.text == first.text && same.fields[.eTag] == first.fields[.eTag])
                #expect(try await app.ask(endpoint, at: url).fields[.cacheControl] == "public, max-age=601, immutable")
                app.clock.advance(seconds: 1)
                let next = try await app.ask(endpoint, "/manifest?\(form)")
                #expect(try next.fields[.eTag] != first.fields[.eTag] && address(next) != url)
                // What was told just before is good for a whole lifetime still.
                app.clock.advance(seconds: Double(Self.lifetime - 1))
                #expect(try await app.ask(endpoint, at: url).status == 200)
                app.clock.advance(seconds: 1)
                let expired = try await app.ask(endpoint, at: url)
                #expect(expired.status == 403 && expired.text.contains("ask for the manifest, whose addresses are new"))
                #expect(expired.fields[.cacheControl] == "no-store")
                #expect(try await app.ask(endpoint, at: try address(next)).text == "one")
            }
        }
    }

    @Test("C15: an address that is made up, or made for something else, is refused") func forged() async throws {
        try await PublishedApp.with { app in
            let pack = try await app.makePack("A")
            try await app.addVersion(of: pack, text: "one")
            try await app.addVersion(of: try await app.makePack("B"), text: "other")
            let endpoint = endpoint(app)
            let url = try address(try await app.ask(endpoint, "/manifest"))
            let other = try address(try await app.ask(self.endpoint(app, key: [1]), "/manifest"))
            try await app.addVersion(of: pack, text: "two")
            let signature = try #require(url.split(separator: "signature=").last)
            for wrong in [
                url.replacing("/assets/A", with: "/assets/B"), url.replacing("/internal/", with: "/external/"),
                url.replacing("version=1", with: "version=2"), url.replacing("&expires=1", with: "&expires=2"),
                url.replacing(signature, with: signature.dropLast()), url.replacing(signature, with: ""),
                url.replacing("signature=", with: "other="), url.replacing("expires=", with: "other="),
                url.replacing(signature, with: String(repeating: "0", count: signature.count)),
                url.replacing("version=1&", with: ""), "/apps/com.example.game/internal/assets/A",
                "/apps/com.example.game/internal/assets/A?version=1", other,
            ] {
                let answer = try await app.ask(endpoint, at: wrong)
                #expect(answer.status == 403 && answer.text.contains("ask for the manifest"), "\(wrong)")
                #expect(try await app.ask(endpoint, at: wrong, method: .head).status == 403)
            }
            #expect(try await app.ask(endpoint, at: url).text == "one")
            // Without signatures everything is good.
            #expect(try await app.ask(app.endpoint(), at: url).text == "one")
        }
    }
}
