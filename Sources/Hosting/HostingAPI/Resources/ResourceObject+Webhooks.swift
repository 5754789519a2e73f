// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

extension ResourceObject {
    init(_ webhook: Webhook) {
        self.init(
            .webhooks, id: webhook.id,
            attributes: [
                "enabled": .bool(webhook.isEnabled), "name": .string(webhook.name), "url": .string(webhook.url),
                "eventTypes": .array(webhook.eventTypes.map { .string($0.rawValue) }),
            ], linkages: ["app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: webhook.appID))])
    }

    init(_ delivery: WebhookDelivery) {
        var attributes: [String: JSONValue] = [
            "createdDate": .string(delivery.createdAt.description),
            "deliveryState": .string(delivery.state.rawValue), "redelivery": .bool(delivery.isRedelivery),
            "request": .object(["url": .string(delivery.url)]),
        ]
        if let error = delivery.error {
            attributes["errorMessage"] = .string(delivery.retry.map { "\(error); \($0)" } ?? error)
        }
        if let sentAt = delivery.sentAt { attributes["sentDate"] = .string(sentAt.description) }
        if let answer = delivery.answer {
            attributes["response"] = .object([
                "httpStatusCode": .integer(Int64(answer.status)), "body": .string(answer.body),
            ])
        }
        self.init(
            .webhookDeliveries, id: delivery.id, attributes: attributes,
            linkages: [
                "event": .one(ResourceIdentifier(type: ResourceSchema.webhookEvents.type, id: delivery.event.id))
            ])
    }

    /// - `base`: scheme, host and port of the interface, as clients see them.
    init(_ event: WebhookEvent, base: String) {
        var attributes: [String: JSONValue] = [
            "createdDate": .string(event.createdAt.description), "ping": .bool(event.kind == .ping),
            "payload": .string(String(decoding: event.payload(base: base), as: UTF8.self)),
        ]
        if case .change(let type) = event.kind { attributes["eventType"] = .string(type.rawValue) }
        self.init(.webhookEvents, id: event.id, attributes: attributes)
    }
}
