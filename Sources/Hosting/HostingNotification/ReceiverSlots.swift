// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How many events each web hook is being sent: one whose receiver says nothing holds up its own events, and nobody else's.
final class ReceiverSlots: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    /// - `limit`: events of one web hook at a time.
    init(limit: Int) { self.limit = limit }

    /// The identifiers of the web hooks that have no more place.
    var full: [String] { counts.withLock { [limit] in $0.filter { $0.value >= limit }.map(\.key).sorted() } }

    /// - Returns: whether there was a place.
    func enter(_ id: String) -> Bool {
        counts.withLock { [limit] counts in
            guard counts[id, default: 0] < limit else { return false }
            counts[id, default: 0] += 1
            return true
        }
    }

    func leave(_ id: String) {
        counts.withLock { counts in counts[id] = counts[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
}
