// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What happens to the downloads of one pack, or of all packs.
///
/// Each iteration gets what happens after it has begun; the first one may get it from when the sequence was made.
struct DownloadStatusUpdates: AsyncSequence, Sendable {
    typealias Element = AssetPackManager.DownloadStatusUpdate
    typealias Failure = Never

    private let hub: PackEventHub
    private let packID: String?
    /// The queue that the first iteration takes.
    private let first: Subscription?

    /// All packs, from the beginning of an iteration on.
    init(hub: PackEventHub) {
        self.hub = hub
        packID = nil
        first = nil
    }

    /// One pack, or all packs for nil, from now on.
    init(hub: PackEventHub, packID: String?) {
        self.hub = hub
        self.packID = packID
        first = Subscription(hub: hub, packID: packID)
    }

    func makeAsyncIterator() -> Iterator {
        if let first, first.take() { return Iterator(subscription: first) }
        return Iterator(subscription: Subscription(hub: hub, packID: packID))
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription

        mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await subscription.queue.next()
        }
    }
}
