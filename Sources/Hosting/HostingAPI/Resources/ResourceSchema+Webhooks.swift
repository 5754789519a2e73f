// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension ResourceSchema {
    /// The secret is written, and never shown.
    static let webhooks = ResourceSchema(
        "webhooks",
        attributes: [
            .init("enabled", .bool), .init("eventTypes", .array(.enumeration(.webhookEventName))),
            .init("name", .string()),
            .init("url", .string(format: .uri)),
        ],
        relationships: [
            .init("app", "apps"), .init("deliveries", "webhookDeliveries", isToMany: true, hasAddress: true),
        ])

    /// They are read through their web hook.
    static let webhookDeliveries = ResourceSchema(
        "webhookDeliveries", prefix: nil,
        attributes: [
            .init("createdDate", .string(format: .dateTime)),
            .init("deliveryState", .enumeration(.webhookDeliveryState)),
            .init("errorMessage", .string()), .init("redelivery", .bool),
            .init("sentDate", .string(format: .dateTime)),
            .init("request", .object([.init("url", .string(format: .uri))])),
            .init("response", .object([.init("httpStatusCode", .integer(0...999)), .init("body", .string())])),
        ], relationships: [.init("event", "webhookEvents")])

    static let webhookEvents = ResourceSchema(
        "webhookEvents", prefix: nil,
        attributes: [
            .init("eventType", .enumeration(.webhookEventName)), .init("payload", .string()), .init("ping", .bool),
            .init("createdDate", .string(format: .dateTime)),
        ])

    static let webhookPings = ResourceSchema("webhookPings", prefix: nil, attributes: [])

    /// What a web hook is made of, or changed in.
    static func webhookAttributes(areRequired: Bool) -> [AttributeSchema] {
        func attribute(_ name: String, _ value: ValueSchema) -> AttributeSchema {
            AttributeSchema(name, value, isRequired: areRequired, isNullable: !areRequired)
        }
        return [
            attribute("enabled", .bool), attribute("eventTypes", .array(.enumeration(.webhookEventName))),
            attribute("name", .string(length: 1...255)), attribute("secret", .string(length: 1...255)),
            attribute("url", .string(length: 1...WebhookAddress.largestLength, format: .uri)),
        ]
    }
}
