// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface

/// Tells subscribers what happens to the packs of their app.
actor EventsService {
    private struct Subscription {
        let bundleID: String
        let packID: String?
        let mailbox: EventMailbox
    }

    /// IDs are reserved in runs, so that one write to the database serves many events.
    private static let reservation: Int64 = 256
    private let store: AssetStore
    private let logger: Logger
    private var subscriptions: [UInt64: Subscription] = [:]
    private var nextSubscription: UInt64 = 1
    private var nextEventID: Int64 = 0
    private var reservedUntil: Int64 = 0

    init(store: AssetStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Sends events of an app from now on to `send`, until the task is cancelled or `send` throws.
    func subscribe(
        bundleID: String, packID: String?, send: @Sendable (PackEvent) async throws -> Void
    ) async throws {
        let id = nextSubscription
        nextSubscription += 1
        let mailbox = EventMailbox()
        subscriptions[id] = Subscription(bundleID: bundleID, packID: packID, mailbox: mailbox)
        defer {
            subscriptions[id] = nil
            mailbox.close()
        }
        try await send(PackEvent(id: 0, kind: .subscribed, bundleID: bundleID, pack: nil))
        while let event = await mailbox.next() { try await send(event) }
    }

    /// Tells every subscriber of the app.
    func publish(
        _ kind: PackEvent.Kind, bundleID: String, pack: DownloadManifestEntry, completedBytes: Int64 = 0,
        failure: PackFailure? = nil
    ) async {
        let id = await nextID()
        let event = PackEvent(
            id: id, kind: kind, bundleID: bundleID, pack: pack, completedBytes: completedBytes,
            totalBytes: pack.downloadSize, failure: failure)
        for subscription in subscriptions.values
        where subscription.bundleID == bundleID && (subscription.packID ?? pack.id) == pack.id {
            subscription.mailbox.post(event)
        }
    }

    private func nextID() async -> Int64 {
        if nextEventID >= reservedUntil {
            do throws(AssetStoreError) {
                let first = try await store.reserveEventIDs(Self.reservation)
                if nextEventID >= reservedUntil {
                    nextEventID = first
                    reservedUntil = first + Self.reservation
                }
            } catch { logger.error("event IDs cannot be reserved: \(error)") }
        }
        defer { nextEventID += 1 }
        return nextEventID
    }
}
