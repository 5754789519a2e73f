// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage
internal import Synchronization

/// The keys that were asked for last, each with the number of the database's last change at that time: while that stays, so does the
/// key.
final class KnownKeys: Sendable {
    private static let largestCount = 1_024

    private let keys = Mutex<[String: (key: APIKey, change: Int64)]>([:])

    func key(_ id: String, _ change: Int64) -> APIKey? {
        keys.withLock { keys in
            guard let known = keys[id], known.change == change else { return nil }
            return known.key
        }
    }

    func keep(_ key: APIKey, _ change: Int64) {
        keys.withLock { keys in
            if keys.count >= Self.largestCount { keys = [:] }
            keys[key.id] = (key, change)
        }
    }
}
