// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The apps that are being woken for their sessions. That all has been told is told when their handlers have been called, which wait for it.
final class SessionRuns: Sendable {
    private enum Phase {
        case launching
        /// Taken up, or not, which those who tell that all has been told do not know yet.
        case ended
    }

    private let phases = Mutex<[SessionKey: Phase]>([:])
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

    /// Whether an app is being woken: until its end has come to who hears of them.
    func isLaunching(_ key: SessionKey) -> Bool { phases.withLock { $0[key] != nil } }

    /// An app is about to be started, or resumed.
    func launch(_ key: SessionKey) { phases.withLock { $0[key] = .launching } }

    /// Its handler is called, or never will be.
    func end(_ key: SessionKey, isTakenUp: Bool) {
        let isNew = phases.withLock { phases in
            guard phases[key] == .launching else { return false }
            phases[key] = .ended
            return true
        }
        guard isNew else { return }
        ending.yield(End(key: key, kind: isTakenUp ? .takenUp : .notTakenUp))
    }

    /// Who hears of the ends has heard of this one. The app may be about to be woken anew.
    func noteHandled(_ key: SessionKey) { phases.withLock { if $0[key] == .ended { $0[key] = nil } } }

    /// What an app was woken for is over.
    func finish(_ key: SessionKey) {
        end(key, isTakenUp: false)
        ending.yield(End(key: key, kind: .over))
    }
}
