// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The handlers for events of background sessions that are called in this process, which may wait until all has been told: that is told
/// when they have been called, to each object that has the session then or is made of it meanwhile.
enum SessionHandlings {
    private struct Handling {
        var isCalled = false
        var isDrained = false
    }

    private static let all = Mutex<[String: Handling]>([:])

    /// A handler is about to be called.
    static func expect(_ identifier: String) { all.withLock { $0[identifier] = Handling() } }

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

    /// Whether all has been told to others.
    static func isDrained(_ identifier: String) -> Bool {
        all.withLock { $0[identifier].map { $0.isCalled && $0.isDrained } ?? false }
    }
}
