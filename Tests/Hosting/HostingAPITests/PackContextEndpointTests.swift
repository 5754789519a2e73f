// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Contexts that are held, over the wire", .timeLimit(.minutes(2))) struct PackContextEndpointTests {
    private func with(
        _ body:
            @escaping @Sendable (HostServer, HostClient, _ pack: HostedPack, _ versionID: String) async throws -> Void
    ) async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let versionID = try await server.processedVersion("A", of: app)
            let version = try #require(try await server.store.version(versionID))
            try await body(server, try await server.client(), version.pack, versionID)
        }
    }

    private func patch(
        _ client: HostClient, _ type: String, _ id: String, _ attributes: String
    ) async throws -> HostClient.Answer {
        let text = #"{"data":{"type":"\#(type)","id":"\#(id)","attributes":\#(attributes)}}"#
        return try await client.send("PATCH", "/ba/v1/\(type)/\(id)", json: .init(text.utf8))
    }

    @Test("What devices get in each context is listed, held and let go") func contexts() async throws {
        try await with { server, client, pack, versionID in
            let list = try await client.get(
                "/ba/v1/packContexts?filter[backgroundAsset]=\(pack.id)&include=backgroundAsset")
            #expect(list.strings("data", "attributes/context") == ["internal", "external", "appstore"], "\(list.text)")
            #expect(list.strings("included", "id") == [pack.id])
            let id = "\(pack.id).internal"
            let found = try await client.get("/ba/v1/packContexts/\(id)")
            #expect(found["data/attributes/activeVersion"] as? Int == 1, "\(found.text)")
            #expect(found.string("data/relationships/activeBackgroundAssetVersion/data/id") == versionID)
            let held = try await patch(client, "packContexts", id, #"{"pinnedVersion":1,"rolloutStartPercentage":20}"#)
            #expect(held.status == 200 && held["data/attributes/pinnedVersion"] as? Int == 1, "\(held.text)")
            #expect(held["data/attributes/rolloutStartPercentage"] as? Int == 20)
            let free = try await patch(client, "packContexts", id, #"{"pinnedVersion":null}"#)
            #expect(free.status == 200 && free["data/attributes/pinnedVersion"] as? Int == nil)
            // Nothing is said of it: nothing changes.
            #expect(try await patch(client, "packContexts", id, "{}").status == 200)
            #expect(free["data/attributes/rolloutStartPercentage"] as? Int == 20)
            for (attributes, status) in [
                (#"{"pinnedVersion":7}"#, 409), (#"{"pinnedVersion":0}"#, 409), (#"{"rolloutPercentage":50}"#, 409),
                (#"{"rolloutPercentage":101}"#, 409), (#"{"rolloutPercentage":null}"#, 409),
                (#"{"pinnedVersion":"1"}"#, 409), (#"{"activeVersion":1}"#, 409),
            ] {
                let answer = try await patch(client, "packContexts", id, attributes)
                #expect(answer.status == status, "\(attributes): \(answer.text)")
            }
        }
    }

    @Test("What is not there, or is another's, is not found") func places() async throws {
        try await with { server, client, pack, versionID in
            for id in [pack.id, "\(pack.id).everybody", "x.internal", "."] {
                #expect(try await client.get("/ba/v1/packContexts/\(id)").status == 404, "\(id)")
            }
            #expect(try await client.get("/ba/v1/packContexts").status == 400)
            #expect(try await client.get("/ba/v1/packVersions/x").status == 404)
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            let stranger = try await server.client(.admin, appIDs: [other.id])
            #expect(try await stranger.get("/ba/v1/packContexts/\(pack.id).internal").status == 404)
            #expect(try await stranger.get("/ba/v1/packVersions/\(versionID)").status == 404)
            let developer = try await server.client(.developer)
            #expect(try await developer.get("/ba/v1/packContexts/\(pack.id).internal").status == 200)
            #expect(
                try await patch(developer, "packContexts", "\(pack.id).internal", #"{"pinnedVersion":1}"#).status
                    == 403)
            #expect(
                try await patch(developer, "packVersions", versionID, #"{"lowestAppVersion":"2"}"#).status == 403)
        }
    }

    @Test("A version is limited to versions of the app, and shows what Apple's interface does not") func versions()
        async throws
    {
        try await with { _, client, _, versionID in
            let found = try await client.get("/ba/v1/packVersions/\(versionID)?include=backgroundAssetVersion")
            #expect(found["data/attributes/version"] as? Int == 1, "\(found.text)")
            #expect(found.strings("included", "id") == [versionID])
            let limited = try await patch(
                client, "packVersions", versionID, #"{"lowestAppVersion":"2.0","highestAppVersion":"3.1"}"#)
            #expect(limited.string("data/attributes/lowestAppVersion") == "2", "\(limited.text)")
            let open = try await patch(client, "packVersions", versionID, #"{"highestAppVersion":null}"#)
            #expect(open.string("data/attributes/lowestAppVersion") == "2")
            #expect(open.string("data/attributes/highestAppVersion") == nil)
            for attributes in [
                #"{"lowestAppVersion":"two"}"#, #"{"highestAppVersion":"1"}"#, #"{"highestAppVersion":1}"#,
            ] {
                let answer = try await patch(client, "packVersions", versionID, attributes)
                #expect(answer.status == 409, "\(attributes): \(answer.text)")
            }
        }
    }
}
