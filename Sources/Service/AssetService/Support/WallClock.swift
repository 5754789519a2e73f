// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The time of day, and waiting for a time: what everything timed takes, so that tests can drive it.
package protocol WallClock: Sendable {
    /// Seconds since 1970.
    var now: Double { get }
    /// Returns at `time` (seconds since 1970) or throws when the task is cancelled.
    func sleep(until time: Double) async throws(CancellationError)
    /// Has it be later than it is, for whoever tries what happens then.
    ///
    /// - Returns: whether it can be: one that a test drives cannot.
    func advance(by seconds: Double) -> Bool
}

extension WallClock {
    package func advance(by seconds: Double) -> Bool { false }
}
