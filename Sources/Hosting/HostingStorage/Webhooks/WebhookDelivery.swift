// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// An event on its way to a web hook.
package struct WebhookDelivery: Equatable, Sendable {
    package let id: String
    package let webhookID: String
    package let event: WebhookEvent
    package var state: WebhookDeliveryState
    /// Whether somebody has asked for an earlier one once more.
    package let isRedelivery: Bool
    /// Where it is sent to: where the web hook was when it was made.
    package let url: String
    package let createdAt: Timestamp
    /// The last try.
    package var sentAt: Timestamp?
    /// What the last try was answered, when it was.
    package var answer: WebhookAnswer?
    /// Why the last try failed, for a person.
    package var error: String?
    /// What waits to be tried again; nil for what has come to its end, or has not been tried yet.
    package private(set) var retry: WebhookRetry?

    init(
        id: String, webhook: Webhook, event: WebhookEvent, isRedelivery: Bool = false, createdAt: Timestamp
    ) {
        self.id = id
        webhookID = webhook.id
        self.event = event
        state = .pending
        self.isRedelivery = isRedelivery
        url = webhook.url
        self.createdAt = createdAt
    }

    /// A row of the deliveries with their events.
    static let columns: SQL = """
        d.*, e.kind, e.instance_type, e.instance_id, e.old_state, e.new_state, e.created_at AS event_created_at,
            j.attempts, j.due_at
        """

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        webhookID = try row.text("webhook_id")
        event = try WebhookEvent(row)
        state = try row.raw("state")
        isRedelivery = try row.bool("redelivery")
        url = try row.text("url")
        createdAt = try row.timestamp("created_at")
        sentAt = try row.optionalTimestamp("sent_at")
        answer = try row.optionalInteger("status").map { (status) throws(StorageError) in
            WebhookAnswer(status: Int(status), body: try row.optionalText("answer") ?? "")
        }
        error = try row.optionalText("error")
        if state == .pending, error != nil, let attempts = try row.optionalInteger("attempts"),
            let time = try row.optionalTimestamp("due_at")
        {
            retry = WebhookRetry(attempts: Int(attempts), time: time)
        }
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO webhook_deliveries (id, webhook_id, event_id, state, redelivery, url, created_at)
            VALUES (\(id), \(webhookID), \(event.id), \(state.rawValue), \(isRedelivery), \(url), \(createdAt))
            """)
    }

    /// Records a try.
    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            UPDATE webhook_deliveries SET state = \(state.rawValue), sent_at = \(sentAt), status = \(answer?.status),
                answer = \(answer?.body.storable), error = \(error?.storable)
            WHERE id = \(id)
            """)
    }
}

extension WebhookEvent {
    private static let ping = "PING"

    /// - `row`: of a delivery.
    fileprivate init(_ row: SQLRow) throws(StorageError) {
        let name = try row.text("kind")
        let kind: Kind
        if name == Self.ping {
            kind = .ping
        } else {
            let type: WebhookEventType = try row.raw("kind")
            kind = .change(type)
        }
        let instanceID = try row.optionalText("instance_id")
        self.init(
            id: try row.text("event_id"), kind: kind, createdAt: try row.timestamp("event_created_at"),
            instance: try row.optionalText("instance_type").map { Instance(type: $0, id: instanceID ?? "") },
            oldState: try row.optionalText("old_state"), newState: try row.optionalText("new_state"))
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        let kind = if case .change(let type) = kind { type.rawValue } else { Self.ping }
        try connection.execute(
            """
            INSERT INTO webhook_events (id, kind, instance_type, instance_id, old_state, new_state, created_at)
            VALUES (\(id), \(kind), \(instance?.type), \(instance?.id), \(oldState), \(newState), \(createdAt))
            """)
    }
}
