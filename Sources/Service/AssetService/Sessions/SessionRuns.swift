// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The apps that are being woken for their sessions. That all has been told is told when their handlers have been called, which wait for it.
final class SessionRuns: Sendable {
    private let launching = Mutex<Set<SessionKey>>([])
    /// Sessions whose apps have taken that up, in their order, and those of which nothing came. For one caller.
    let (ends, ending) = AsyncStream.makeStream(of: End.self)

    struct End: Sendable {
        let key: SessionKey
        let isTakenUp: Bool
    }

    func isLaunching(_ key: SessionKey) -> Bool { launching.withLock { $0.contains(key) } }

    /// An app is about to be started, or resumed.
    func launch(_ key: SessionKey) { launching.withLock { _ = $0.insert(key) } }

    /// Its handler is called, or never will be.
    func end(_ key: SessionKey, isTakenUp: Bool) {
        guard launching.withLock({ $0.remove(key) }) != nil else { return }
        ending.yield(End(key: key, isTakenUp: isTakenUp))
    }
}
