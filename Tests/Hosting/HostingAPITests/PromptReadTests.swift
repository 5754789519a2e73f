// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

/// Programs that ask the same again.
@Suite("Reads at once", .timeLimit(.minutes(2))) struct PromptReadTests {
    @Test("What was asked before is answered at once, each change is seen, and each request counts")
    func repeated() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US",
                    reviewPolicy: .automatic
                )
            ).id
            let pack = try #require(
                try await client.post("backgroundAssets", ["assetPackIdentifier": "A"], ["app": ("apps", app)])
                    .string("data/id"))
            let token = "Bearer " + (try await client.token())
            func get(_ authorization: String? = nil) async throws -> HostClient.Answer {
                try await client.send(
                    "GET", "/v1/backgroundAssets/\(pack)?include=app", authorization: authorization ?? token)
            }
            let first = try await get()
            let before = server.prompt.count
            var left = try #require(first.fields["x-rate-limit"])
            for _ in 0..<5 {
                let again = try await get()
                #expect(again.status == 200 && again.text == first.text)
                let now = try #require(again.fields["x-rate-limit"])
                #expect(now != left)
                left = now
                for (name, value) in first.fields where !["x-rate-limit", "date", "server"].contains(name.lowercased())
                {
                    #expect(again.fields[name] == value, "\(name)")
                }
            }
            #expect(server.prompt.count > before)
            #expect(try await client.patch("backgroundAssets", pack, ["archived": true]).status == 200)
            #expect(try await get()["data/attributes/archived"] as? Bool == true)
            #expect(try await get()["data/attributes/archived"] as? Bool == true)
            // A token with a narrow scope is good for what it says, whatever another one was told.
            let narrow = "Bearer " + (try await client.token { $0["scope"] = ["GET /v1/apps"] })
            #expect(try await get(narrow).status == 403)
            #expect(try await get(token + "x").status == 401)
            let other = try await server.client(.developer, appIDs: [])
            #expect(try await get("Bearer " + (try await other.token())).status != 200)
            #expect(try await get().status == 200)
            server.clock.advance(seconds: 601)
            #expect(try await get().status == 401)
        }
    }

    @Test("A key that is revoked is good for nothing from then on") func revoked() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            let token = "Bearer " + (try await client.token())
            for _ in 0..<5 {
                #expect(try await client.send("GET", "/v1/apps", authorization: token).status == 200)
            }
            try await server.store.revokeKey(client.keyID)
            #expect(try await client.send("GET", "/v1/apps", authorization: token).status == 401)
        }
    }

    @Test("Whoever has used up what an hour has is told so, also of what is known") func limited() async throws {
        try await HostServer.with(requestLimit: 4) { server in
            let client = try await server.client()
            let token = "Bearer " + (try await client.token())
            var statuses: [Int] = []
            for _ in 0..<6 {
                statuses.append(try await client.send("GET", "/v1/apps", authorization: token).status)
            }
            #expect(statuses == [200, 200, 200, 200, 429, 429])
        }
    }

    @Test("What has arrived of an upload is looked up each time") func uploads() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US",
                    reviewPolicy: .automatic
                )
            ).id
            let pack = try #require(
                try await client.post("backgroundAssets", ["assetPackIdentifier": "A"], ["app": ("apps", app)])
                    .string("data/id"))
            let version = try #require(
                try await client.post(
                    "backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", pack)]
                ).string("data/id"))
            let file = try #require(
                try await client.post(
                    "backgroundAssetUploadFiles", ["fileName": "a.aar", "fileSize": 1_500, "assetType": "ASSET"],
                    ["backgroundAssetVersion": ("backgroundAssetVersions", version)]
                ).string("data/id"))
            let path = "/v1/backgroundAssetUploadFiles/\(file)"
            let token = "Bearer " + (try await client.token())
            let before = server.prompt.count
            for _ in 0..<3 {
                let answer = try await client.send("GET", path, authorization: token)
                #expect(answer.strings("data/attributes/uploadOperations", "url").count == 2)
            }
            #expect(server.prompt.count == before)
        }
    }
}
