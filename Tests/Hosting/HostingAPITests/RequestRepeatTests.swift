// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Requests that come again, over the wire", .timeLimit(.minutes(2))) struct RequestRepeatTests {
    private func body(_ appID: String, _ identifier: String) -> Data {
        Data(
            #"{"data":{"type":"backgroundAssets","attributes":{"assetPackIdentifier":"\#(identifier)"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}}}"#
                .utf8)
    }

    @Test("A version is made once, however often it is asked for; without a name each time") func once() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let pack = try await server.store.createPack(appID: app.id, identifier: "A")
            let client = try await server.client()
            let json = Data(
                #"{"data":{"type":"backgroundAssetVersions","relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(pack.id)"}}}}}"#
                    .utf8)
            func make(_ name: String?) async throws -> HostClient.Answer {
                try await client.send(
                    "POST", "/v1/backgroundAssetVersions", json: json,
                    fields: name.map { ["Idempotency-Key": $0] } ?? [:])
            }
            let first = try await make("one")
            #expect(first.status == 201 && first.fields["idempotency-replayed"] == nil, "\(first.text)")
            let again = try await make("one")
            #expect(again.status == 201 && again.text == first.text && again.fields["idempotency-replayed"] == "true")
            #expect(try await make("two").string("data/attributes/version") == "2")
            #expect(try await make(nil).string("data/attributes/version") == "3")
            // Another key's names are its own.
            let other = try await server.client()
            let theirs = try await other.send(
                "POST", "/v1/backgroundAssetVersions", json: json, fields: ["Idempotency-Key": "one"])
            #expect(theirs.string("data/attributes/version") == "4")
        }
    }

    @Test("What is refused may be put right under its name; another request may not have it") func refusals()
        async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            func make(_ identifier: String, _ name: String) async throws -> HostClient.Answer {
                try await client.send(
                    "POST", "/v1/backgroundAssets", json: body(app.id, identifier),
                    fields: ["Idempotency-Key": name])
            }
            #expect(try await make("not an identifier", "n").status == 409)
            #expect(try await make("A", "n").status == 201)
            let other = try await make("B", "n")
            #expect(other.status == 422 && other.string("errors/0/code") == "ENTITY_UNPROCESSABLE.IDEMPOTENCY_KEY")
            #expect(try await make("C", String(repeating: "n", count: 256)).status == 400)
            // It is being done elsewhere.
            let text = body(app.id, "D")
            let name = try #require(HTTPField.Name("Idempotency-Key"))
            let request = try RequestRepeats.request(
                [name: "d"], target: "/v1/backgroundAssets", body: [UInt8](text),
                of: APICaller(id: client.keyID, role: .admin))
            let running = try #require(request)
            let turn = try #require(try await server.store.begin(running).turn)
            let busy = try await make("D", "d")
            #expect(busy.status == 409 && busy.fields["retry-after"] == "5", "\(busy.text)")
            try await server.store.abandon(turn)
            #expect(try await make("D", "d").status == 201)
        }
    }
}
