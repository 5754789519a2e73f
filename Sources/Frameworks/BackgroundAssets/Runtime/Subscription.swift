// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A consumer's place at the hub, which goes with the last reference to it.
final class Subscription: Sendable {
    let queue: UpdateQueue
    private let hub: PackEventHub
    private let isTaken = Atomic(false)

    init(hub: PackEventHub, packID: String?) {
        self.hub = hub
        queue = UpdateQueue(packID: packID, taken: hub.acknowledge)
        hub.add(queue)
    }

    deinit { hub.remove(queue) }

    /// Whether this is the first to want it.
    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}
