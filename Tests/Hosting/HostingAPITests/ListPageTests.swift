// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Lists that nobody sorts come in pages, too", .timeLimit(.minutes(2))) struct ListPageTests {
    @Test("Each goes by the time at which things were made, and none is missed or comes twice") func lists()
        async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            var versions: [String] = []
            for number in 0..<3 {
                // Of two that were made at once, either may be the first.
                if number > 0 { server.clock.advance(seconds: 1) }
                let version = try await server.processedVersion("Pack\(number)", of: app)
                versions.append(version)
                _ = try await server.store.submitForBeta(.packVersion(version), by: "k")
                _ = try await server.store.createAppStoreVersion(
                    appID: app.id, versionString: "1.\(number)", platform: .iOS, buildID: nil)
                _ = try await server.store.createReview(
                    appID: app.id, platform: [nil, .iOS, .macOS][number], by: "k")
                let webhook = try await client.post(
                    "webhooks",
                    [
                        "name": "n", "url": "https://ci.example.com/", "secret": "s", "enabled": true,
                        "eventTypes": ["BACKGROUND_ASSET_VERSION_STATE_UPDATED"],
                    ], ["app": ("apps", app.id)])
                #expect(webhook.status == 201, "\(webhook.text)")
            }
            let webhooks = try await client.get("/v1/apps/\(app.id)/webhooks").strings("data", "id")
            let webhook = try #require(webhooks.first)
            for _ in 0..<3 { _ = try await client.post("webhookPings", [:], ["webhook": ("webhooks", webhook)]) }
            for path in [
                "/v1/apps/\(app.id)/appStoreVersions", "/v1/apps/\(app.id)/relationships/appStoreVersions",
                "/v1/apps/\(app.id)/reviewSubmissions", "/v1/apps/\(app.id)/webhooks",
                "/v1/apps/\(app.id)/relationships/webhooks", "/v1/webhooks/\(webhook)/deliveries",
                "/v1/webhooks/\(webhook)/relationships/deliveries",
                "/v1/betaBackgroundAssetReviewSubmissions?filter[backgroundAssetVersion]="
                    + versions.joined(separator: ","),
                "/v1/reviewSubmissions?filter[app]=\(app.id)",
            ] {
                let all = try await client.get(path).strings("data", "id")
                #expect(all.count == 3, "\(path)")
                let pages = try await client.pages(path + (path.contains("?") ? "&" : "?") + "limit=1")
                #expect(pages == all.map { [$0] }, "\(path)")
            }
            let entries = try await client.get("/ba/v1/auditEntries?limit=200").strings("data", "id")
            #expect(try await client.pages("/ba/v1/auditEntries?limit=4").flatMap(\.self) == entries)
        }
    }
}
