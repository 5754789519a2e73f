// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `webhooks` (hosting-api 5).
struct WebhookEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        let reading = QueryRules(includes: ["app"], fields: [.apps, .webhooks])
        var listing = reading
        listing.paging = .list
        ToManyRelationship(owner: "apps", name: "webhooks", schema: .webhooks, query: listing, find: find)
            .add(to: &table)
        table.add(
            Operation(
                id: "webhooks_createInstance", method: .post, path: "/v1/webhooks",
                body: .create(
                    "webhooks", attributes: ResourceSchema.webhookAttributes(areRequired: true),
                    relationships: [.init("app", "apps", isRequired: true)]),
                answer: .one(.webhooks), permission: .manageWebhooks, perform: create, recall: get))
        table.add(
            Operation(
                id: "webhooks_getInstance", method: .get, path: "/v1/webhooks/{id}", query: reading,
                answer: .one(.webhooks), permission: .read, perform: get))
        table.add(
            Operation(
                id: "webhooks_updateInstance", method: .patch, path: "/v1/webhooks/{id}",
                body: .update("webhooks", attributes: ResourceSchema.webhookAttributes(areRequired: false)),
                answer: .one(.webhooks), permission: .manageWebhooks, perform: update))
        table.add(
            Operation(
                id: "webhooks_deleteInstance", method: .delete, path: "/v1/webhooks/{id}", answer: .nothing,
                permission: .manageWebhooks, perform: delete))
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let app = try await store.app(call.id, for: call.caller)
        let (after, limit) = (try call.query.after([.integer, .text]), call.query.limit)
        let page = try await store.serving { (store) throws(StorageError) in
            try await store.webhooks(ofApp: app.id, after: after, limit: limit)
        }
        return ToManyRelationship.Found(
            resources: page.elements.map { ResourceObject($0) },
            included: call.query.includes.contains("app") && !page.elements.isEmpty ? [ResourceObject(app)] : [],
            page: call.query.page(page) { [.integer($0.createdAt.milliseconds), .string($0.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let webhook = try await store.webhook(call.id, for: call.caller)
        guard call.query.includes.contains("app") else { return .one(ResourceObject(webhook)) }
        return .one(
            ResourceObject(webhook),
            included: [ResourceObject(try await store.app(webhook.appID, for: call.caller))])
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (id, values) = (call.body?.id("app") ?? "", Self.values(call.body))
        guard call.caller.sees(appID: id) else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "app", type: "apps", id: id)))
        }
        let webhook = try await store.serving { (store) throws(StorageError) in
            try await store.createWebhook(appID: id, values)
        }
        return .one(ResourceObject(webhook))
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (id, values) = (try await store.webhook(call.id, for: call.caller).id, Self.values(call.body))
        let webhook = try await store.serving { (store) throws(StorageError) in
            try await store.changeWebhook(id, values)
        }
        return .one(ResourceObject(webhook))
    }

    private static func values(_ body: RequestBody?) -> HostStore.WebhookChange {
        HostStore.WebhookChange(
            name: body?.string("name"), url: body?.string("url"), secret: body?.string("secret"),
            isEnabled: body?.bool("enabled"),
            eventTypes: body?.strings("eventTypes")?.compactMap(WebhookEventType.init(rawValue:)))
    }

    private func delete(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = try await store.webhook(call.id, for: call.caller).id
        try await store.serving { (store) throws(StorageError) in try await store.deleteWebhook(id) }
        return .empty
    }
}
