// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@Suite("Manifests looked at before an upload", .timeLimit(.minutes(2))) struct ManifestCheckTests {
    private static func check(
        _ manifest: String, _ app: String, _ client: HostClient
    ) async throws -> HostClient.Answer {
        try await client.send(
            "POST", "/ba/v1/manifestChecks",
            json: JSONSerialization.data(withJSONObject: [
                "data": [
                    "type": "manifestChecks", "attributes": ["manifest": manifest],
                    "relationships": ["app": ["data": ["type": "apps", "id": app]]],
                ] as [String: Any]
            ]))
    }

    private static func manifest(_ id: String = "Tutorial", platforms: String = #""iOS", "Linux""#) -> String {
        """
        {
            // As the template has it.
            "assetPackID": "\(id)", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.txt"}],
            "platforms": [\(platforms)],
        }
        """
    }

    @Test("C11: what would become of a manifest is told, and nothing is made") func checks() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US",
                    reviewPolicy: .automatic))
            let client = try await server.client()
            let new = try await Self.check(Self.manifest(), app.id, client)
            #expect(new.status == 201 && new["data/attributes/isValid"] as? Bool == true, "\(new.text)")
            #expect(new.string("data/attributes/assetPackIdentifier") == "Tutorial")
            #expect(new["data/attributes/platforms"] as? [String] == ["iOS", "Linux"])
            #expect(new.string("data/attributes/details/infos/0/code") == "PACK_NEW")
            #expect(try await client.get("/v1/apps/\(app.id)/backgroundAssets").strings("data", "id").isEmpty)
            let pack = try await server.store.createPack(appID: app.id, identifier: "Tutorial")
            let known = try await Self.check(Self.manifest(), app.id, client)
            #expect(known.string("data/relationships/backgroundAsset/data/id") == pack.id)
            #expect(known.strings("data/attributes/details/infos", "code").isEmpty)
            _ = try await server.store.setArchived(true, pack: pack.id)
            let archived = try await Self.check(Self.manifest(), app.id, client)
            #expect(archived["data/attributes/isValid"] as? Bool == false)
            #expect(archived.string("data/attributes/details/errors/0/code") == "PACK_ARCHIVED")
        }
    }

    @Test("What is wrong with a manifest is said, with its place") func faults() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US",
                    reviewPolicy: .automatic))
            let client = try await server.client()
            let broken = try await Self.check("{\n  \"assetPackID\": 1\n}", app.id, client)
            #expect(broken.status == 201 && broken["data/attributes/isValid"] as? Bool == false)
            #expect(broken.string("data/attributes/details/errors/0/code") == "MANIFEST_INVALID")
            #expect(
                broken.string("data/attributes/details/errors/0/description")?.contains("2:") == true, "\(broken.text)")
            #expect(broken["data/attributes/assetPackIdentifier"] as? String == nil)
            let unknown = try await Self.check(Self.manifest(platforms: #""BeOS""#), app.id, client)
            #expect(unknown["data/attributes/isValid"] as? Bool == false, "\(unknown.text)")
            for manifest in ["", String(repeating: " ", count: 300_000)] {
                #expect(try await Self.check(manifest, app.id, client).status == 409)
            }
            for text in ["[", "null", String(repeating: "[", count: 100_000), "\u{0}"] {
                let answer = try await Self.check(text, app.id, client)
                #expect(answer.status == 201 || answer.status == 409, "\(answer.text)")
                #expect(answer["data/attributes/isValid"] as? Bool != true)
            }
            #expect(try await Self.check(Self.manifest(), "nothing", client).status == 409)
            let stranger = try await server.client(.admin, appIDs: [])
            #expect(try await Self.check(Self.manifest(), app.id, stranger).status == 409)
            let reader = try await server.client(.readOnly)
            #expect(try await Self.check(Self.manifest(), app.id, reader).status == 403)
        }
    }
}
