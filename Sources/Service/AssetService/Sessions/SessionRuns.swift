// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The apps that are being woken for their sessions. That all has been told is told when their handlers have been called, which wait for it.
final class SessionRuns: Sendable {
    private let launching = Mutex<Set<SessionKey>>([])
    /// Sessions whose apps have taken that up, or never will, and of which it is over, in their order. For one caller.
    let (ends, ending) = AsyncStream.makeStream(of: End.self)

    struct End: Sendable {
        enum Kind: Sendable {
            /// The handler is about to be called.
            case takenUp
            /// It never will be.
            case notTakenUp
            /// The app has done what it was woken for, or has ended.
            case over
        }

        let key: SessionKey
        let kind: Kind
    }

    func isLaunching(_ key: SessionKey) -> Bool { launching.withLock { $0.contains(key) } }

    /// An app is about to be started, or resumed.
    func launch(_ key: SessionKey) { launching.withLock { _ = $0.insert(key) } }

    /// Its handler is called, or never will be.
    func end(_ key: SessionKey, isTakenUp: Bool) {
        guard launching.withLock({ $0.remove(key) }) != nil else { return }
        ending.yield(End(key: key, kind: isTakenUp ? .takenUp : .notTakenUp))
    }

    /// What an app was woken for is over.
    func finish(_ key: SessionKey) {
        end(key, isTakenUp: false)
        ending.yield(End(key: key, kind: .over))
    }
}
