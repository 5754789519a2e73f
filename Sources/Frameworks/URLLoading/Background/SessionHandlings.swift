// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// The handlers for events of background sessions that are called in this process, which may wait until all has been told: that is told
/// when they have been called, to each object that has the session then or is made of it meanwhile.
enum SessionHandlings {
    private struct Handling {
        var isCalled = false
        var isDrained = false
        /// A delegate has returned from hearing so, or none will.
        var isTold = false
        /// Those that wait for that.
        var waiters: [UUID: CheckedContinuation<Void, Never>] = [:]
    }

    private static let all = Mutex<[String: Handling]>([:])

    /// A handler is about to be called. What one before it that was never called has kept is said then.
    static func expect(_ identifier: String) {
        let before = all.withLock { all in
            let before = all[identifier]
            all[identifier] = Handling(isDrained: before.map { $0.isDrained && !$0.isCalled } ?? false)
            return before
        }
        for waiter in before?.waiters.values ?? [:].values { waiter.resume() }
    }

    /// It has been called.
    ///
    /// - Returns: whether all has been told meanwhile, which is to be said now.
    static func called(_ identifier: String) -> Bool {
        all.withLock { all in
            all[identifier]?.isCalled = true
            return all[identifier]?.isDrained ?? false
        }
    }

    /// It has returned, or was not called after all.
    ///
    /// - Returns: whether there is something to be said still.
    static func end(_ identifier: String) -> Bool {
        let handling = all.withLock { $0.removeValue(forKey: identifier) }
        for waiter in handling?.waiters.values ?? [:].values { waiter.resume() }
        return handling.map { $0.isDrained && !$0.isCalled } ?? false
    }

    /// All has been told.
    ///
    /// - Returns: whether that may be said now.
    static func noteDrained(_ identifier: String) -> Bool {
        all.withLock { all in
            all[identifier]?.isDrained = true
            return all[identifier]?.isCalled ?? true
        }
    }

    /// A delegate has heard that all has been told, and has returned; or none will hear it.
    static func noteTold(_ identifier: String) {
        let waiters = all.withLock { all -> [UUID: CheckedContinuation<Void, Never>] in
            all[identifier]?.isTold = true
            defer { all[identifier]?.waiters = [:] }
            return all[identifier]?.waiters ?? [:]
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Somebody has come who hears that all has been told, now or when it is so.
    static func noteHearer(_ identifier: String) { all.withLock { $0[identifier]?.isTold = false } }

    /// Returns when a delegate has heard that all has been told, or the task is cancelled.
    static func waitUntilTold(_ identifier: String) async {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = all.withLock { all in
                    guard let handling = all[identifier], !handling.isTold, !Task.isCancelled else { return true }
                    all[identifier]?.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = all.withLock { $0[identifier]?.waiters.removeValue(forKey: id) }
            waiter?.resume()
        }
    }

    /// Whether all has been told to others.
    static func isDrained(_ identifier: String) -> Bool {
        all.withLock { $0[identifier].map { $0.isCalled && $0.isDrained } ?? false }
    }
}
