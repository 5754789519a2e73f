// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// An address that an app's team has told of what happens.
package struct Webhook: Equatable, Sendable {
    package let id: String
    package let appID: String
    package var name: String
    package var url: String
    /// What the events that it gets are signed with. It is never shown.
    package var secret: String
    package var isEnabled: Bool
    package var eventTypes: [WebhookEventType]
    package let createdAt: Timestamp

    package init(
        id: String, appID: String, name: String, url: String, secret: String, isEnabled: Bool,
        eventTypes: [WebhookEventType], createdAt: Timestamp
    ) {
        self.id = id
        self.appID = appID
        self.name = name
        self.url = url
        self.secret = secret
        self.isEnabled = isEnabled
        self.eventTypes = eventTypes
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        appID = try row.text("app_id")
        name = try row.text("name")
        url = try row.text("url")
        secret = try row.text("secret")
        isEnabled = try row.bool("enabled")
        eventTypes = try row.json("event_types")
        createdAt = try row.timestamp("created_at")
    }

    /// Makes it, or changes it.
    func save(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO webhooks (id, app_id, name, url, secret, enabled, event_types, created_at)
            VALUES (\(id), \(appID), \(name), \(url), \(secret), \(isEnabled), \(try JSONColumn(eventTypes)),
                \(createdAt))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, url = excluded.url, secret = excluded.secret,
                enabled = excluded.enabled, event_types = excluded.event_types
            """)
    }
}
