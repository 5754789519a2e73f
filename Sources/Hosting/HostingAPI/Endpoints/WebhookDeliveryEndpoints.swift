// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `webhookDeliveries` and `webhookPings` (hosting-api 5).
struct WebhookDeliveryEndpoints: Sendable {
    let store: HostStore

    private static let (earliest, end) = ("createdDateGreaterThanOrEqualTo", "createdDateLessThan")

    func add(to table: inout OperationTable) {
        ToManyRelationship(
            owner: "webhooks", name: "deliveries", schema: .webhookDeliveries,
            query: QueryRules(
                filters: [
                    "deliveryState": .oneOf(.webhookDeliveryState), Self.earliest: .time,
                    Self.end: .time,
                ], includes: ["event"], fields: [.webhookDeliveries, .webhookEvents], paging: .list), find: find
        ).add(to: &table)
        table.add(
            Operation(
                id: "webhookDeliveries_createInstance", method: .post, path: "/v1/webhookDeliveries",
                body: .create(
                    "webhookDeliveries", relationships: [.init("template", "webhookDeliveries", isRequired: true)]),
                answer: .one(.webhookDeliveries), permission: .manageWebhooks, perform: redeliver,
                recall: get))
        table.add(
            Operation(
                id: "webhookPings_createInstance", method: .post, path: "/v1/webhookPings",
                body: .create("webhookPings", relationships: [.init("webhook", "webhooks", isRequired: true)]),
                answer: .one(.webhookPings), permission: .manageWebhooks, perform: ping
            ) { call throws(APIFailure) in .one(ResourceObject(.webhookPings, id: call.id)) })
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let page = try await page(call)
        var included = IncludedResources()
        if call.query.includes.contains("event") {
            for delivery in page.elements { included.add(ResourceObject(delivery.event, base: call.base)) }
        }
        return ToManyRelationship.Found(
            resources: page.elements.map { ResourceObject($0) }, included: included.resources,
            page: call.query.page(page) { [.integer($0.createdAt.milliseconds), .string($0.id)] })
    }

    private func page(_ call: OperationCall) async throws(APIFailure) -> Page<WebhookDelivery> {
        let (webhook, query) = (try await store.webhook(call.id, for: call.caller), call.query)
        var listing = DeliveryListing(webhookID: webhook.id, limit: query.limit)
        listing.states = query.filters["deliveryState"]?.compactMap(WebhookDeliveryState.init(rawValue:))
        listing.earliest = query.filters[Self.earliest]?.first.flatMap(Timestamp.init(_:))
        listing.end = query.filters[Self.end]?.first.flatMap(Timestamp.init(_:))
        listing.after = try query.after([.integer, .text])
        let wanted = listing
        return try await store.serving { (store) throws(StorageError) in try await store.deliveries(wanted) }
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = call.id
        let delivery = try await store.serving { (store) throws(StorageError) in try await store.delivery(id) }
        guard let delivery, try await sees(webhookID: delivery.webhookID, call.caller) else {
            throw APIFailure(.notFound(ResourceSchema.webhookDeliveries.type, id: id))
        }
        return .one(ResourceObject(delivery))
    }

    // MARK: Sending

    private func redeliver(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = call.body?.id("template") ?? ""
        let template = try await store.serving { (store) throws(StorageError) in try await store.delivery(id) }
        guard let template, try await sees(webhookID: template.webhookID, call.caller) else {
            throw APIFailure(
                APIError(.relatedNotFound(relationship: "template", type: "webhookDeliveries", id: id)))
        }
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in try await store.redeliver(id) }))
    }

    private func ping(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = call.body?.id("webhook") ?? ""
        guard try await sees(webhookID: id, call.caller) else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "webhook", type: "webhooks", id: id)))
        }
        let delivery = try await store.serving { (store) throws(StorageError) in try await store.ping(webhookID: id) }
        return .one(ResourceObject(.webhookPings, id: delivery.event.id))
    }

    private func sees(webhookID id: String, _ caller: APICaller) async throws(APIFailure) -> Bool {
        let webhook = try await store.serving { (store) throws(StorageError) in try await store.webhook(id) }
        return webhook.map { caller.sees(appID: $0.appID) } ?? false
    }
}
