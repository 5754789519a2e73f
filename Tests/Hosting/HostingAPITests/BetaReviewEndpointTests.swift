// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Submissions for the external test over the wire", .timeLimit(.minutes(2))) struct BetaReviewEndpointTests {
    @Test(
        "C13: a version is submitted, found and taken back",
        arguments: ["betaBackgroundAssetReviewSubmissions", "betaAppReviewSubmissions"])
    func submission(_ type: String) async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            let versionID = try await server.processedVersion("A", of: app)
            let relationship = ["backgroundAssetVersion": ("backgroundAssetVersions", versionID)]
            let made = try await client.post(type, [:], relationship)
            #expect(made.status == 201 && made.string("data/type") == type, "\(made.text)")
            #expect(made.string("data/attributes/betaReviewState") == "WAITING_FOR_REVIEW")
            #expect(made.string("data/attributes/submittedDate") == server.clock.now.description)
            let id = try #require(made.string("data/id"))
            let twice = try await client.post(type, [:], relationship)
            #expect(twice.status == 409 && twice.string("errors/0/code") == "STATE_ERROR")
            let found = try await client.get(
                "/v1/betaBackgroundAssetReviewSubmissions?filter[backgroundAssetVersion]=\(versionID)&filter[betaReviewState]=WAITING_FOR_REVIEW"
                    + "&include=backgroundAssetVersion")
            #expect(found.strings("data", "id") == [id] && found.strings("included", "id") == [versionID])
            let all = try await client.get("/v1/\(type)")
            #expect(all.status == 400 && all.string("errors/0/code") == "PARAMETER_ERROR.REQUIRED")
            #expect(
                all.string("errors/0/source/parameter")
                    == (type == "betaAppReviewSubmissions" ? "filter[build]" : "filter[backgroundAssetVersion]"))
            #expect(try await client.get("/v1/\(type)/\(id)").string("data/id") == id)
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            let stranger = try await server.client(.admin, appIDs: [other.id])
            #expect(try await stranger.get("/v1/\(type)/\(id)").status == 404)
            #expect(try await stranger.post(type, [:], relationship).status == 409)
            #expect(try await stranger.send("DELETE", "/v1/\(type)/\(id)").status == 404)
            #expect(try await client.send("DELETE", "/v1/\(type)/\(id)").status == 204)
            #expect(try await client.get("/v1/\(type)/\(id)").status == 404)
            #expect(try await client.post(type, [:], relationship).status == 201)
        }
    }
}
