// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What web hooks are to be told of, written in the transaction in which it happens: nothing is told that is not so, and nothing
/// is lost.
struct WebhookOutbox {
    /// Days for which deliveries that have ended can be looked at.
    private static let keptDays: Int64 = 30

    let connection: any SQLConnection
    let time: Timestamp
    let makeID: () -> String

    /// Something has changed.
    func add(
        _ type: WebhookEventType, of appID: String, _ instance: WebhookEvent.Instance, from old: String? = nil,
        to new: String? = nil
    ) throws(StorageError) {
        var receivers: [Webhook] = []
        for row in try connection.rows("SELECT * FROM webhooks WHERE app_id = \(appID) AND enabled = 1 ORDER BY id") {
            let webhook = try Webhook(row)
            if webhook.eventTypes.contains(type) { receivers.append(webhook) }
        }
        if receivers.isEmpty { return }
        // What a release begins with is no change of its state.
        let event = WebhookEvent(
            id: makeID(), kind: .change(type), createdAt: time, instance: instance, oldState: old,
            newState: old == nil ? nil : new)
        try add(event, to: receivers)
    }

    /// A new event goes to web hooks.
    @discardableResult
    func add(_ event: WebhookEvent, to receivers: [Webhook]) throws(StorageError) -> [WebhookDelivery] {
        try forgetOld()
        try event.insert(into: connection)
        var deliveries: [WebhookDelivery] = []
        for webhook in receivers { deliveries.append(try deliver(event, to: webhook)) }
        return deliveries
    }

    /// An event that is on record goes to a web hook.
    ///
    /// - `isRedelivery`: somebody has asked for it once more.
    @discardableResult
    func deliver(
        _ event: WebhookEvent, to webhook: Webhook, isRedelivery: Bool = false
    ) throws(StorageError) -> WebhookDelivery {
        let delivery = WebhookDelivery(
            id: makeID(), webhook: webhook, event: event, isRedelivery: isRedelivery, createdAt: time)
        try delivery.insert(into: connection)
        try JobQueue.add(.deliver, for: delivery.id, id: makeID(), at: time, in: connection)
        return delivery
    }

    private func forgetOld() throws(StorageError) {
        let limit = time.milliseconds - Self.keptDays * 86_400_000
        try connection.execute(
            """
            DELETE FROM webhook_deliveries
            WHERE created_at < \(limit) AND state <> \(WebhookDeliveryState.pending.rawValue)
            """)
        try connection.execute(
            """
            DELETE FROM webhook_events WHERE created_at < \(limit)
                AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = webhook_events.id)
            """)
    }
}
