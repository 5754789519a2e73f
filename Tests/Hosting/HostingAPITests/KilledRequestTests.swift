// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

/// A server is killed between what a request has made and the record of its answer, and the request comes again.
@Suite("Requests that a server was killed at", .timeLimit(.minutes(2))) struct KilledRequestTests {
    /// What an operation is asked for, and where what it makes is listed.
    private struct Sample {
        let path: String
        let json: Data
        let list: String
        /// Whether what is listed has the identifiers that are answered.
        var isListed = true

        init(
            _ type: String, _ attributes: [String: any Sendable] = [:], _ relationships: [String: (String, String)],
            prefix: String = "/v1/", list: String, isListed: Bool = true
        ) throws {
            path = prefix + type
            var data: [String: any Sendable] = [
                "type": type, "relationships": relationships.mapValues { ["data": ["type": $0.0, "id": $0.1]] },
            ]
            if !attributes.isEmpty { data["attributes"] = attributes }
            json = try JSONSerialization.data(withJSONObject: ["data": data])
            self.list = list
            self.isListed = isListed
        }
    }

    private func samples(_ server: HostServer, _ client: HostClient) async throws -> [String: Sample] {
        let app = try await server.app()
        let owner = ["app": ("apps", app.id)]
        let apps = "/v1/apps/\(app.id)/"
        let pack = try await server.store.createPack(appID: app.id, identifier: "Waiting")
        let waiting = try await server.store.createVersion(packID: pack.id).version.id
        let version = ("backgroundAssetVersions", try await server.processedVersion("A", of: app))
        let build = ("builds", try await server.build(by: client, of: app))
        let review = try await server.store.createReview(appID: app.id, platform: .iOS, by: "dev").review.id
        let values: [String: any Sendable] = [
            "enabled": true, "eventTypes": ["BUILD_UPLOAD_STATE_UPDATED"], "name": "CI", "secret": "s3cret",
            "url": "https://ci.example.com/",
        ]
        let hook = try #require(try await client.post("webhooks", values, owner).string("data/id"))
        let delivery = try await server.store.ping(webhookID: hook).id
        let deliveries = "/v1/webhooks/\(hook)/deliveries"
        return [
            "backgroundAssets": try Sample(
                "backgroundAssets", ["assetPackIdentifier": "B"], owner, list: apps + "backgroundAssets"),
            "backgroundAssetVersions": try Sample(
                "backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", pack.id)],
                list: "/v1/backgroundAssets/\(pack.id)/versions"),
            "backgroundAssetUploadFiles": try Sample(
                "backgroundAssetUploadFiles", ["assetType": "ASSET", "fileName": "A.aar", "fileSize": 1_500],
                ["backgroundAssetVersion": ("backgroundAssetVersions", waiting)],
                list: "/v1/backgroundAssetVersions/\(waiting)/backgroundAssetUploadFiles"),
            "appBuilds": try Sample(
                "appBuilds", ["fileName": "Game.tar", "fileSize": 1_500], owner, prefix: "/ba/v1/",
                list: "/ba/v1/appBuilds"),
            "appStoreVersions": try Sample(
                "appStoreVersions", ["versionString": "2.0"], owner, list: apps + "appStoreVersions"),
            "reviewSubmissions": try Sample(
                "reviewSubmissions", ["platform": "TV_OS"], owner, list: apps + "reviewSubmissions"),
            "reviewSubmissionItems": try Sample(
                "reviewSubmissionItems", [:],
                ["reviewSubmission": ("reviewSubmissions", review), "backgroundAssetVersion": version],
                list: "/v1/reviewSubmissions/\(review)/items"),
            "betaBackgroundAssetReviewSubmissions": try Sample(
                "betaBackgroundAssetReviewSubmissions", [:], ["backgroundAssetVersion": version],
                list: "/v1/betaBackgroundAssetReviewSubmissions?filter[backgroundAssetVersion]=\(version.1)"),
            "betaAppReviewSubmissions": try Sample(
                "betaAppReviewSubmissions", [:], ["build": build],
                list: "/v1/betaAppReviewSubmissions?filter[build]=\(build.1)"),
            "webhooks": try Sample("webhooks", values, owner, list: apps + "webhooks"),
            "webhookDeliveries": try Sample(
                "webhookDeliveries", [:], ["template": ("webhookDeliveries", delivery)], list: deliveries),
            "webhookPings": try Sample(
                "webhookPings", [:], ["webhook": ("webhooks", hook)], list: deliveries, isListed: false),
        ]
    }

    @Test("Whatever makes something makes it once, and tells what it was") func once() async throws {
        try await HostServer.with(database: { DyingDatabase($0) }) { server in
            let client = try await server.client()
            let database = try #require(server.store.database as? DyingDatabase)
            let samples = try await samples(server, client)
            let making = server.operations.filter { $0.method == .post && $0.recall != nil }
            #expect(Set(making.map(\.id)) == Set(samples.keys.map { $0 + "_createInstance" }))
            for (type, sample) in samples {
                func send() async throws -> HostClient.Answer {
                    try await client.send(
                        "POST", sample.path, json: sample.json, fields: ["Idempotency-Key": "the one of \(type)"])
                }
                let before = try await client.get(sample.list).strings("data", "id")
                // One that begins it, and one that does it: the next would have its answer.
                database.die(afterWrites: 2)
                _ = try await send()
                database.revive()
                let made = Set(try await client.get(sample.list).strings("data", "id")).subtracting(before)
                #expect(made.count == 1, "\(type)")
                for pause in [0.0, 200, 3_600] {
                    server.clock.advance(seconds: pause)
                    let again = try await send()
                    #expect(again.status == 201 && again.fields["idempotency-replayed"] == "true", "\(again.text)")
                    let id = try #require(again.string("data/id"))
                    #expect(
                        again.string("data/type") == type && (made.contains(id) || !sample.isListed), "\(again.text)")
                    #expect(
                        try await client.get(sample.list).strings("data", "id").count == before.count + 1, "\(type)")
                }
            }
        }
    }

    @Test("One that was killed before it made anything is done when it comes again, after a while") func nothing()
        async throws
    {
        try await HostServer.with(database: { DyingDatabase($0) }) { server in
            let client = try await server.client()
            let database = try #require(server.store.database as? DyingDatabase)
            let sample = try #require(try await samples(server, client)["appStoreVersions"])
            func send() async throws -> HostClient.Answer {
                try await client.send("POST", sample.path, json: sample.json, fields: ["Idempotency-Key": "n"])
            }
            database.die(afterWrites: 1)
            #expect(try await send().status == 503)
            database.revive()
            #expect(try await client.get(sample.list).strings("data", "id") == [])
            #expect(try await send().status == 409)
            server.clock.advance(seconds: 130)
            let made = try await send()
            #expect(made.status == 201 && made.fields["idempotency-replayed"] == nil, "\(made.text)")
            #expect(
                try await client.get(sample.list).strings("data", "id") == [made.string("data/id")].compactMap(\.self))
        }
    }

    @Test("What it has made, and somebody has removed since, is not made again") func removed() async throws {
        try await HostServer.with(database: { DyingDatabase($0) }) { server in
            let client = try await server.client()
            let database = try #require(server.store.database as? DyingDatabase)
            let sample = try #require(try await samples(server, client)["appStoreVersions"])
            func send() async throws -> HostClient.Answer {
                try await client.send("POST", sample.path, json: sample.json, fields: ["Idempotency-Key": "n"])
            }
            database.die(afterWrites: 2)
            _ = try await send()
            database.revive()
            let id = try #require(try await client.get(sample.list).strings("data", "id").first)
            #expect(try await client.send("DELETE", "/v1/appStoreVersions/\(id)").status == 204)
            #expect(try await send().status == 404)
            #expect(try await client.get(sample.list).strings("data", "id") == [])
        }
    }
}
