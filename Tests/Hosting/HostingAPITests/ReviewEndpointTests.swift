// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Review submissions over the wire", .timeLimit(.minutes(2))) struct ReviewEndpointTests {
    private func with(
        policy: ReviewPolicy = .oneReviewer,
        _ body: @escaping @Sendable (HostServer, HostClient, HostedApp) async throws -> Void
    ) async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US", reviewPolicy: policy))
            try await body(server, server.client(), app)
        }
    }

    private func submission(_ client: HostClient, _ app: HostedApp, platform: String = "IOS") async throws -> String {
        let answer = try await client.post("reviewSubmissions", ["platform": platform], ["app": ("apps", app.id)])
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.string("data/id"))
    }

    private func add(_ version: String, to submission: String, _ client: HostClient) async throws -> HostClient.Answer {
        try await client.post(
            "reviewSubmissionItems", [:],
            [
                "reviewSubmission": ("reviewSubmissions", submission),
                "backgroundAssetVersion": ("backgroundAssetVersions", version),
            ])
    }

    @Test("C13: three calls submit a version; a policy approves it") func threeCalls() async throws {
        try await with(policy: .automatic) { server, client, app in
            let versionID = try await server.processedVersion("A", of: app)
            let id = try await submission(client, app)
            let item = try await add(versionID, to: id, client)
            #expect(item.status == 201 && item.string("data/attributes/state") == "READY_FOR_REVIEW", "\(item.text)")
            #expect(item.string("data/relationships/backgroundAssetVersion/data/id") == versionID)
            #expect(item.string("data/links/self") == nil)
            let submitted = try await client.patch("reviewSubmissions", id, ["submitted": true])
            #expect(submitted.status == 200 && submitted.string("data/attributes/state") == "COMPLETE")
            #expect(submitted.string("data/attributes/submittedDate") == server.clock.now.description)
            let read = try await client.get("/v1/backgroundAssetVersions/\(versionID)?include=appStoreRelease")
            #expect(read.string("included/0/attributes/state") == "READY_FOR_DISTRIBUTION")
        }
    }

    @Test("C13: a submission is read with its items, its app and who did what") func reading() async throws {
        try await with { server, client, app in
            let id = try await submission(client, app)
            var versions: [String] = []
            for name in ["A", "B", "C"] { versions.append(try await server.processedVersion(name, of: app)) }
            for version in versions { #expect(try await add(version, to: id, client).status == 201) }
            _ = try await client.patch("reviewSubmissions", id, ["submitted": true])
            let plain = try await client.get("/v1/reviewSubmissions/\(id)")
            #expect(plain.string("data/attributes/platform") == "IOS")
            #expect(plain["data/relationships/items/data"] == nil)
            #expect(
                plain.string("data/relationships/items/links/related")
                    == "\(server.base)/v1/reviewSubmissions/\(id)/items")
            let answer = try await client.get(
                "/v1/reviewSubmissions/\(id)?include=items,app,submittedByActor,lastUpdatedByActor&limit%5Bitems%5D=2")
            #expect(answer.strings("data/relationships/items/data", "id").count == 2)
            #expect(answer["data/relationships/items/meta/paging/total"] as? Int == 3)
            #expect(
                answer.strings("included", "type")
                    == ["apps", "reviewSubmissionItems", "reviewSubmissionItems", "actors"], "\(answer.text)")
            #expect(answer.string("included/3/attributes/apiKeyId") == client.keyID)
            // Items come in pages, with their versions.
            var path = "/v1/reviewSubmissions/\(id)/items?limit=2&include=backgroundAssetVersion"
            var found: [String] = []
            while true {
                let page = try await client.get(path)
                #expect(page.status == 200, "\(page.text)")
                found += page.strings("included", "id")
                guard let next = page.string("links/next") else { break }
                path = next
            }
            #expect(found == versions)
            #expect(
                try await client.get("/v1/reviewSubmissions/\(id)/relationships/items").strings("data", "type")
                    == Array(repeating: "reviewSubmissionItems", count: 3))
            for list in [
                "/v1/apps/\(app.id)/reviewSubmissions?filter[state]=WAITING_FOR_REVIEW",
                "/v1/reviewSubmissions?filter[app]=\(app.id)&filter[platform]=IOS",
            ] { #expect(try await client.get(list).strings("data", "id") == [id]) }
            #expect(
                try await client.get("/v1/apps/\(app.id)/relationships/reviewSubmissions").strings("data", "id") == [id]
            )
            #expect(
                try await client.get("/v1/apps/\(app.id)/reviewSubmissions?filter[platform]=TV_OS").strings(
                    "data", "id")
                    == [])
            let all = try await client.get("/v1/reviewSubmissions")
            #expect(all.status == 400 && all.string("errors/0/source/parameter") == "filter[app]")
        }
    }

    @Test("C13: items are taken out, and submissions called off") func takingBack() async throws {
        try await with { server, client, app in
            let versionID = try await server.processedVersion("A", of: app)
            let id = try await submission(client, app)
            let first = try #require(try await add(versionID, to: id, client).string("data/id"))
            #expect(try await client.send("DELETE", "/v1/reviewSubmissionItems/\(first)").status == 204)
            #expect(try await client.send("DELETE", "/v1/reviewSubmissionItems/\(first)").status == 404)
            let empty = try await client.patch("reviewSubmissions", id, ["submitted": true])
            #expect(empty.status == 409 && empty.string("errors/0/code") == "STATE_ERROR")
            let second = try #require(try await add(versionID, to: id, client).string("data/id"))
            _ = try await client.patch("reviewSubmissions", id, ["submitted": true, "platform": "IOS"])
            let removed = try await client.patch("reviewSubmissionItems", second, ["removed": true])
            #expect(removed.status == 200 && removed.string("data/attributes/state") == "REMOVED", "\(removed.text)")
            #expect(try await client.get("/v1/reviewSubmissions/\(id)").string("data/attributes/state") == "COMPLETE")
            let other = try await submission(client, app)
            _ = try await add(versionID, to: other, client)
            _ = try await client.patch("reviewSubmissions", other, ["submitted": true])
            let cancelled = try await client.patch("reviewSubmissions", other, ["canceled": true])
            #expect(cancelled.string("data/attributes/state") == "COMPLETE")
            for (attributes, pointer) in [
                (["submitted": true, "canceled": true] as [String: any Sendable], "/data/attributes/canceled"),
                (["platform": "TV_OS"], "/data/attributes/platform"),
            ] {
                let answer = try await client.patch("reviewSubmissions", other, attributes)
                #expect(answer.status == 409 && answer.string("errors/0/source/pointer") == pointer, "\(answer.text)")
            }
        }
    }

    @Test("C13: what may not be seen, done or named") func refusals() async throws {
        try await with { server, client, app in
            let versionID = try await server.processedVersion("A", of: app)
            let id = try await submission(client, app)
            let item = try #require(try await add(versionID, to: id, client).string("data/id"))
            let again = try await client.post("reviewSubmissions", ["platform": "IOS"], ["app": ("apps", app.id)])
            #expect(again.status == 409 && again.string("errors/0/detail")?.contains(id) == true)
            let inTheWay = again["errors/0/meta/associatedErrors"] as? [String: [[String: Any]]]
            #expect(
                inTheWay?["/v1/reviewSubmissions/\(id)"]?.first?["code"] as? String == "STATE_ERROR", "\(again.text)")
            let twice = try await add(versionID, to: id, client)
            #expect(twice.text.contains(#""/v1/backgroundAssetVersions/\#(versionID)":["#), "\(twice.text)")
            #expect(twice.status == 409 && twice.string("errors/0/code") == "STATE_ERROR")
            let wrong = try await add("x", to: id, client)
            #expect(wrong.string("errors/0/source/pointer") == "/data/relationships/backgroundAssetVersion")
            let linux = try await client.post("reviewSubmissions", ["platform": "LINUX"], ["app": ("apps", app.id)])
            #expect(linux.status == 409 && linux.string("errors/0/code")?.hasPrefix("ENTITY_ERROR.ATTRIBUTE") == true)
            let reader = try await server.client(.readOnly)
            #expect(try await reader.get("/v1/reviewSubmissions/\(id)").status == 200)
            #expect(try await reader.patch("reviewSubmissions", id, ["submitted": true]).status == 403)
            #expect(try await reader.send("DELETE", "/v1/reviewSubmissionItems/\(item)").status == 403)
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            let stranger = try await server.client(.admin, appIDs: [other.id])
            #expect(try await stranger.get("/v1/reviewSubmissions/\(id)").status == 404)
            // As of one that there is not.
            let unseen = try await stranger.get("/v1/reviewSubmissions?filter[app]=\(app.id)")
            #expect(unseen.status == 200 && (unseen["data"] as? [Any])?.isEmpty == true)
            #expect(try await stranger.patch("reviewSubmissions", id, ["submitted": true]).status == 404)
            #expect(try await stranger.patch("reviewSubmissionItems", item, ["removed": true]).status == 404)
            #expect(try await add(versionID, to: id, stranger).status == 409)
            #expect(
                try await stranger.post("reviewSubmissions", ["platform": "IOS"], ["app": ("apps", app.id)]).status
                    == 409)
            // No platform of Apple's: what is for Linux only.
            let bare = try await client.post("reviewSubmissions", [:], ["app": ("apps", app.id)])
            #expect(bare.status == 201 && bare["data/attributes/platform"] == nil)
        }
    }
}
