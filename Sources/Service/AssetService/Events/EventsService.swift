// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface

/// Tells subscribers what happens to the packs of their app.
actor EventsService {
    private struct Subscription {
        let bundleID: String
        let packID: String?
        let mailbox: EventMailbox<PackEvent>
    }

    private let store: AssetStore
    private let ids: EventIDs
    private let logger: Logger
    private var subscriptions: [UInt64: Subscription] = [:]
    private var nextSubscription: UInt64 = 1

    init(store: AssetStore, ids: EventIDs, logger: Logger) {
        self.store = store
        self.ids = ids
        self.logger = logger
    }

    /// Sends events of an app from now on to `send`, until the task is cancelled or `send` throws.
    ///
    /// - `acknowledges`: whether to send first what nobody has acknowledged yet, and then that the subscription
    ///   stands.
    func subscribe(
        bundleID: String, packID: String?, acknowledges: Bool, send: @Sendable (PackEvent) async throws -> Void
    ) async throws {
        let id = nextSubscription
        nextSubscription += 1
        let mailbox = EventMailbox<PackEvent>()
        subscriptions[id] = Subscription(bundleID: bundleID, packID: packID, mailbox: mailbox)
        defer {
            subscriptions[id] = nil
            mailbox.close()
        }
        // What ends from here on is in the mailbox, and may be among what is read too.
        var sent: Set<Int64> = []
        if acknowledges {
            for event in try await missed(bundleID, packID: packID) {
                sent.insert(event.id)
                try await send(event)
            }
        }
        try await send(PackEvent(id: 0, kind: .subscribed, bundleID: bundleID, pack: nil))
        while let event = await mailbox.next() {
            if event.isCompletion, sent.remove(event.id) != nil { continue }
            try await send(event)
        }
    }

    /// The app has taken these completions.
    func acknowledge(_ eventIDs: [Int64], of bundleID: String) async throws(ServiceError) {
        do throws(AssetStoreError) { try await store.removeCompletions(eventIDs, of: bundleID) } catch {
            throw ServiceError(store: error)
        }
    }

    /// Makes an event, which nobody hears of before it is delivered.
    func event(
        _ kind: PackEvent.Kind, bundleID: String, pack: DownloadManifestEntry, completedBytes: Int64 = 0,
        failure: PackFailure? = nil
    ) async -> PackEvent {
        PackEvent(
            id: await ids.next(), kind: kind, bundleID: bundleID, pack: pack, completedBytes: completedBytes,
            totalBytes: pack.downloadSize, failure: failure)
    }

    /// Tells every subscriber of the app.
    func deliver(_ event: PackEvent) {
        for subscription in subscriptions.values
        where subscription.bundleID == event.bundleID
            && (subscription.packID == nil || subscription.packID == event.pack?.id)
        {
            subscription.mailbox.post(event)
        }
    }

    /// Makes an event that is no completion, and tells every subscriber of the app.
    func publish(
        _ kind: PackEvent.Kind, bundleID: String, pack: DownloadManifestEntry, completedBytes: Int64 = 0
    ) async {
        deliver(await event(kind, bundleID: bundleID, pack: pack, completedBytes: completedBytes))
    }

    private func missed(_ bundleID: String, packID: String?) async throws(ServiceError) -> [PackEvent] {
        let stored: [StoredCompletion]
        do throws(AssetStoreError) { stored = try await store.completions(of: bundleID) } catch {
            throw ServiceError(store: error)
        }
        return stored.compactMap { completion in
            guard packID == nil || packID == completion.packID else { return nil }
            do {
                var event = try JSONDecoder().decode(PackEvent.self, from: completion.body)
                event.missed = true
                return event
            } catch {
                logger.error("the completion \(completion.id) of \(completion.packID) cannot be read: \(error)")
                return nil
            }
        }
    }
}
