// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Web hooks over the wire", .timeLimit(.minutes(2))) struct WebhookEndpointTests {
    private static let attributes: [String: any Sendable] = [
        "enabled": true, "eventTypes": ["BACKGROUND_ASSET_VERSION_STATE_UPDATED"], "name": "CI",
        "secret": "This is my secret", "url": "https://ci.example.com/hook",
    ]

    private func with(_ body: @escaping @Sendable (HostServer, HostedApp, HostClient) async throws -> Void) async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            try await body(server, app, try await server.client())
        }
    }

    private func make(_ client: HostClient, _ app: HostedApp) async throws -> String {
        let made = try await client.post("webhooks", Self.attributes, ["app": ("apps", app.id)])
        #expect(made.status == 201, "\(made.text)")
        return try #require(made.string("data/id"))
    }

    @Test("C16: a web hook is made, found, changed and deleted, and its secret is never shown") func records()
        async throws
    {
        try await with { server, app, client in
            let id = try await make(client, app)
            let found = try await client.get("/v1/webhooks/\(id)?include=app")
            #expect(found.string("data/attributes/url") == "https://ci.example.com/hook", "\(found.text)")
            #expect(found["data/attributes/enabled"] as? Bool == true && found.string("data/attributes/name") == "CI")
            #expect(found["data/attributes/eventTypes"] as? [String] == ["BACKGROUND_ASSET_VERSION_STATE_UPDATED"])
            #expect(found.strings("included", "id") == [app.id])
            #expect(!found.text.contains("secret"))
            let list = try await client.get("/v1/apps/\(app.id)/webhooks")
            #expect(list.strings("data", "id") == [id])
            let linkage = try await client.get("/v1/apps/\(app.id)/relationships/webhooks")
            #expect(linkage.strings("data", "type") == ["webhooks"])
            let changed = try await client.patch("webhooks", id, ["enabled": false, "name": "off"])
            #expect(changed.status == 200 && changed["data/attributes/enabled"] as? Bool == false, "\(changed.text)")
            #expect(try await server.store.webhook(id)?.secret == "This is my secret")
            #expect(try await client.send("DELETE", "/v1/webhooks/\(id)").status == 204)
            #expect(try await client.get("/v1/webhooks/\(id)").status == 404)
        }
    }

    @Test("All of them are listed with their app only, as App Store Connect has it") func collection() async throws {
        try await with { _, _, client in
            let refused = try await client.get("/v1/webhooks")
            #expect(refused.status == 403 && refused.string("errors/0/code") == "FORBIDDEN_ERROR", "\(refused.text)")
            let detail = refused.string("errors/0/detail") ?? ""
            #expect(detail.contains("'GET_COLLECTION'") && detail.contains("CREATE, DELETE, GET_INSTANCE, UPDATE"))
        }
    }

    @Test("What is wrong with one is said") func badInput() async throws {
        try await with { server, app, client in
            func made(_ change: [String: any Sendable]) async throws -> HostClient.Answer {
                try await client.post(
                    "webhooks", Self.attributes.merging(change) { _, new in new }, ["app": ("apps", app.id)])
            }
            let camel = try await made(["eventTypes": ["backgroundAssetVersionStateUpdated"]])
            #expect(camel.status == 409 && camel.string("errors/0/code") == "ENTITY_ERROR.ATTRIBUTE.TYPE")
            #expect(camel.string("errors/0/detail")?.contains("BACKGROUND_ASSET_VERSION_STATE_UPDATED") == true)
            for (attribute, value) in [
                ("url", "http://ci.example.com"), ("url", "nonsense"), ("name", ""), ("secret", ""),
            ] {
                let answer = try await made([attribute: value])
                #expect(answer.status == 409, "\(answer.text)")
                #expect(answer.string("errors/0/source/pointer") == "/data/attributes/\(attribute)", "\(answer.text)")
            }
            #expect(try await made(["eventTypes": [String]()]).status == 409)
            #expect(try await client.post("webhooks", Self.attributes, ["app": ("apps", "1")]).status == 409)
            #expect(try await client.post("webhookPings", [:], ["webhook": ("webhooks", "x")]).status == 409)
            #expect(
                try await client.post("webhookDeliveries", [:], ["template": ("webhookDeliveries", "x")]).status == 409)
            let id = try await make(client, app)
            for query in ["filter[createdDateLessThan]=monday", "filter[deliveryState]=LOST", "include=webhook"] {
                #expect(try await client.get("/v1/webhooks/\(id)/deliveries?\(query)").status == 400, "\(query)")
            }
            // Whoever uploads does not manage them, and whoever sees other apps sees none.
            let developer = try await server.client(.developer)
            #expect(try await developer.get("/v1/webhooks/\(id)").status == 200)
            #expect(try await developer.patch("webhooks", id, ["enabled": false]).status == 403)
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            let stranger = try await server.client(.admin, appIDs: [other.id])
            #expect(try await stranger.get("/v1/webhooks/\(id)").status == 404)
            #expect(try await stranger.patch("webhooks", id, ["enabled": false]).status == 404)
            #expect(try await stranger.post("webhookPings", [:], ["webhook": ("webhooks", id)]).status == 409)
        }
    }

    @Test("C16: pings and deliveries: what was sent is seen, and sent once more") func deliveries() async throws {
        try await with { server, app, client in
            let id = try await make(client, app)
            let ping = try await client.post("webhookPings", [:], ["webhook": ("webhooks", id)])
            #expect(ping.status == 201 && ping.string("data/type") == "webhookPings", "\(ping.text)")
            let place = "/v1/webhooks/\(id)/deliveries"
            let pending = try await client.get(place + "?include=event&filter[deliveryState]=PENDING")
            let delivery = try #require(pending.string("data/0/id"), "\(pending.text)")
            #expect(pending.string("data/0/attributes/request/url") == "https://ci.example.com/hook")
            #expect(pending["included/0/attributes/ping"] as? Bool == true)
            #expect(
                pending.string("included/0/attributes/payload")?.contains(#""type":"webhookPingCreated""#) == true)
            #expect(pending.strings("data", "relationships/event/data/id") == pending.strings("included", "id"))
            let jobs = JobQueue(database: server.store.database, now: { server.clock.now })
            let job = try #require(try await jobs.take([.deliver]))
            _ = try await server.store.finish(
                job, answer: WebhookAnswer(status: 500, body: "no"), error: "it answers 500", retryAfter: nil)
            let failed = try await client.get(place + "?filter[deliveryState]=FAILED")
            #expect(failed["data/0/attributes/response/httpStatusCode"] as? Int == 500, "\(failed.text)")
            #expect(failed.string("data/0/attributes/errorMessage") == "it answers 500")
            #expect(failed.string("data/0/attributes/sentDate") == server.clock.now.description)
            let again = try await client.post(
                "webhookDeliveries", [:], ["template": ("webhookDeliveries", delivery)])
            #expect(again.status == 201 && again["data/attributes/redelivery"] as? Bool == true, "\(again.text)")
            let linkage = try await client.get("/v1/webhooks/\(id)/relationships/deliveries?limit=1")
            #expect(linkage.strings("data", "type") == ["webhookDeliveries"])
            #expect(linkage.string("links/next") != nil)
            let now = server.clock.now.description
            #expect(
                try await client.get(place + "?filter[createdDateGreaterThanOrEqualTo]=\(now)").strings("data", "id")
                    .count == 2)
            #expect(
                try await client.get(place + "?filter[createdDateLessThan]=\(now)").strings("data", "id").isEmpty)
        }
    }
}
