// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Web hooks of an app.
    private static let largestWebhookCount = 10

    /// What is changed of a web hook; nil leaves it as it is.
    package struct WebhookChange: Sendable {
        package var name: String?
        package var url: String?
        package var secret: String?
        package var isEnabled: Bool?
        package var eventTypes: [WebhookEventType]?

        package init(
            name: String? = nil, url: String? = nil, secret: String? = nil, isEnabled: Bool? = nil,
            eventTypes: [WebhookEventType]? = nil
        ) {
            self.name = name
            self.url = url
            self.secret = secret
            self.isEnabled = isEnabled
            self.eventTypes = eventTypes
        }
    }

    /// Makes a web hook.
    ///
    /// - `values`: all of it.
    package func createWebhook(appID: String, _ values: WebhookChange) async throws(StorageError) -> Webhook {
        var webhook = Webhook(
            id: makeID(), appID: appID, name: "", url: "", secret: "", isEnabled: true, eventTypes: [],
            createdAt: now())
        try webhook.take(values)
        let made = webhook
        return try await changing { (connection, audit) throws(StorageError) in
            // Whoever makes one at the same time waits.
            let app = try connection.row("UPDATE apps SET name = name WHERE id = \(appID) RETURNING id")
            guard app != nil else {
                throw .refused(.relatedNotFound(relationship: "app", type: "apps", id: appID))
            }
            let row = try connection.row("SELECT COUNT(*) AS count FROM webhooks WHERE app_id = \(appID)")
            guard try row?.integer("count") ?? 0 < Self.largestWebhookCount else {
                throw .refused(.tooManyWebhooks(limit: Self.largestWebhookCount))
            }
            try made.save(in: connection)
            try audit.note(.createWebhook, app: appID, made.name, detail: made.url, in: connection)
            try audit.made(made.id, in: connection)
            return made
        }
    }

    package func changeWebhook(_ id: String, _ values: WebhookChange) async throws(StorageError) -> Webhook {
        try await changing { (connection, audit) throws(StorageError) in
            var webhook = try Self.webhook(id, in: connection)
            try webhook.take(values)
            try webhook.save(in: connection)
            try audit.note(
                .changeWebhook, app: webhook.appID, webhook.name,
                detail: webhook.url + (webhook.isEnabled ? "" : ", not enabled"), in: connection)
            return webhook
        }
    }

    /// Removes a web hook; what is on its way to it is not sent.
    package func deleteWebhook(_ id: String) async throws(StorageError) {
        try await changing { (connection, audit) throws(StorageError) in
            let webhook = try Self.webhook(id, in: connection)
            try connection.execute(
                """
                DELETE FROM jobs WHERE kind = \(Job.Kind.deliver.rawValue)
                    AND subject IN (SELECT id FROM webhook_deliveries WHERE webhook_id = \(id))
                """)
            try connection.execute("DELETE FROM webhook_deliveries WHERE webhook_id = \(id)")
            try connection.execute("DELETE FROM webhooks WHERE id = \(id)")
            try audit.note(.deleteWebhook, app: webhook.appID, webhook.name, in: connection)
        }
    }

    package func webhook(_ id: String) async throws(StorageError) -> Webhook? {
        try await database.read { (connection) throws(StorageError) in
            try connection.row("SELECT * FROM webhooks WHERE id = \(id)").map {
                (row) throws(StorageError) in try Webhook(row)
            }
        }
    }

    /// The web hooks of an app, oldest first.
    package func webhooks(
        ofApp appID: String, after: [SQLValue]? = nil, limit: Int
    ) async throws(StorageError) -> Page<Webhook> {
        try await database.read { (connection) throws(StorageError) in
            try connection.page(
                "SELECT * FROM webhooks", where: ["app_id = \(appID)"],
                Keyset([.init("created_at"), .init("id")], after: after), limit: limit
            ) { (row) throws(StorageError) in try Webhook(row) }
        }
    }

    /// Sends a web hook an event that says nothing, also one that is not enabled: it is tried out before it is.
    package func ping(webhookID id: String) async throws(StorageError) -> WebhookDelivery {
        let (eventID, time) = (makeID(), now())
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            let row = try connection.row("SELECT * FROM webhooks WHERE id = \(id)")
            guard let row else {
                throw .refused(.relatedNotFound(relationship: "webhook", type: "webhooks", id: id))
            }
            let event = WebhookEvent(id: eventID, kind: .ping, createdAt: time)
            let outbox = WebhookOutbox(connection: connection, time: time, makeID: makeID)
            let webhook = try Webhook(row)
            try audit.note(.pingWebhook, app: webhook.appID, webhook.name, in: connection)
            try audit.made(eventID, in: connection)
            guard let delivery = try outbox.add(event, to: [webhook]).first else {
                throw .unexpected("an event goes to no web hook: \(eventID)")
            }
            return delivery
        }
    }

    static func webhook(_ id: String, in connection: any SQLConnection) throws(StorageError) -> Webhook {
        guard let row = try connection.row("SELECT * FROM webhooks WHERE id = \(id)") else {
            throw .refused(.notFound(type: "webhooks", id: id))
        }
        return try Webhook(row)
    }
}

extension Webhook {
    fileprivate mutating func take(_ values: HostStore.WebhookChange) throws(StorageError) {
        name = values.name ?? name
        url = values.url ?? url
        secret = values.secret ?? secret
        isEnabled = values.isEnabled ?? isEnabled
        if let types = values.eventTypes {
            var seen: Set<WebhookEventType> = []
            eventTypes = types.filter { seen.insert($0).inserted }
        }
        if name.isEmpty { throw .refused(.empty(attribute: "name")) }
        if secret.isEmpty { throw .refused(.empty(attribute: "secret")) }
        if eventTypes.isEmpty { throw .refused(.empty(attribute: "eventTypes")) }
        if let reason = WebhookAddress.problem(with: url) { throw .refused(.webhookAddressInvalid(reason: reason)) }
    }
}
