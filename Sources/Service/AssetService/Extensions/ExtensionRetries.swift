// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What extensions have failed to be told, and when each is told again: after a while, a few times, and then when it has returned
/// from something else, as from a check.
final class ExtensionRetries: Sendable {
    /// Seconds before an extension that has failed is woken again; doubled each time.
    static let firstPause: Double = 60
    /// Failures in a row after which an extension is not woken again by itself.
    static let largestFailureCount = 4

    private struct Failing {
        var count = 0
        /// Seconds since 1970; nil when it has failed too often.
        var nextAttempt: Double?
    }

    private let state = Mutex<[String: Failing]>([:])
    /// An extension that had failed has returned.
    let returns = ChangeSignal()

    /// Takes note that the extension of an app failed to be told something.
    ///
    /// - Returns: when it is told again (seconds since 1970); nil when it is not by itself.
    func failed(_ bundleID: String, now: Double) -> Double? {
        state.withLock { state in
            var failing = state[bundleID] ?? Failing()
            failing.count += 1
            failing.nextAttempt =
                failing.count < Self.largestFailureCount
                ? now + Self.firstPause * Double(1 << (failing.count - 1)) : nil
            state[bundleID] = failing
            return failing.nextAttempt
        }
    }

    /// Takes note that the extension of an app has returned: what it failed at may succeed now.
    func returned(_ bundleID: String) {
        let hadFailed = state.withLock { $0.removeValue(forKey: bundleID) != nil }
        if hadFailed { returns.signal() }
    }

    /// When the extension of an app is told again what it failed at (seconds since 1970); nil when it is not by itself.
    func nextAttempt(of bundleID: String) -> Double? { state.withLock { $0[bundleID]?.nextAttempt } }

    /// Whether the extension of an app has failed too often to be told by itself.
    func isExhausted(_ bundleID: String) -> Bool {
        state.withLock { state in state[bundleID].map { $0.nextAttempt == nil } ?? false }
    }

    /// Something new has ended, or the app is gone: it begins anew.
    func forget(_ bundleID: String) { state.withLock { $0[bundleID] = nil } }
}
