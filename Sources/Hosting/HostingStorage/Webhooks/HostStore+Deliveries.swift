// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension HostStore {
    private static let selection: SQL =
        "SELECT " + WebhookDelivery.columns
        + " FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id"
        + " LEFT JOIN jobs j ON j.subject = d.id AND j.kind = \(Job.Kind.deliver.rawValue)"

    package func deliveries(_ listing: DeliveryListing) async throws(StorageError) -> Page<WebhookDelivery> {
        try await database.read { (connection) throws(StorageError) in
            try connection.page(
                Self.selection, where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try WebhookDelivery(row) }
        }
    }

    package func delivery(_ id: String) async throws(StorageError) -> WebhookDelivery? {
        try await database.read { (connection) throws(StorageError) in
            try Self.delivery(id, in: connection)
        }
    }

    private static func delivery(
        _ id: String, in connection: any SQLConnection
    ) throws(StorageError) -> WebhookDelivery? {
        try connection.row(selection + " WHERE d.id = \(id)").map { (row) throws(StorageError) in
            try WebhookDelivery(row)
        }
    }

    /// Sends the event of a delivery once more.
    package func redeliver(_ id: String) async throws(StorageError) -> WebhookDelivery {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard let delivery = try Self.delivery(id, in: connection) else {
                throw .refused(.relatedNotFound(relationship: "template", type: "webhookDeliveries", id: id))
            }
            let webhook = try Self.webhook(delivery.webhookID, in: connection)
            try audit.note(.redeliver, app: webhook.appID, webhook.name, detail: id, in: connection)
            let again = try WebhookOutbox(connection: connection, time: time, makeID: makeID)
                .deliver(delivery.event, to: webhook, isRedelivery: true)
            try audit.made(again.id, in: connection)
            return again
        }
    }

    // MARK: Sending

    /// What a job is about, and whom it goes to; nil when there is no such delivery any more: the job is done then.
    package func outgoing(
        _ job: Job
    ) async throws(StorageError) -> (delivery: WebhookDelivery, webhook: Webhook)? {
        try await database.write { (connection) throws(StorageError) -> (WebhookDelivery, Webhook)? in
            guard let delivery = try Self.delivery(job.subject, in: connection), delivery.state == .pending else {
                _ = try JobQueue.finish(job, in: connection)
                return nil
            }
            return (delivery, try Self.webhook(delivery.webhookID, in: connection))
        }
    }

    /// Records a try, with the end of its job, or with the time of the next try.
    ///
    /// - `answer`: nil when there was none.
    /// - `error`: why it failed; nil when the event was taken.
    /// - `pause`: seconds until the next try; nil when there is none.
    /// - Returns: the delivery; nil when another worker has the job meanwhile: nothing is recorded then.
    package func finish(
        _ job: Job, answer: WebhookAnswer?, error: String?, retryAfter pause: Double?
    ) async throws(StorageError) -> WebhookDelivery? {
        let time = now()
        return try await database.write { (connection) throws(StorageError) in
            let isRetried = error != nil && pause != nil
            let hasIt =
                isRetried
                ? try JobQueue.retry(job, after: pause ?? 0, from: time, in: connection)
                : try JobQueue.finish(job, in: connection)
            guard hasIt, var delivery = try Self.delivery(job.subject, in: connection) else { return nil }
            (delivery.answer, delivery.error, delivery.sentAt) = (answer, error, time)
            delivery.state = error == nil ? .succeeded : isRetried ? .pending : .failed
            try delivery.update(in: connection)
            return delivery
        }
    }
}
