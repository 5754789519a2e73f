// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The time of day, and waiting for a time: what everything timed takes, so that tests can drive it.
package protocol WallClock: Sendable {
    /// Seconds since 1970.
    var now: Double { get }
    /// Returns at `time` (seconds since 1970) or throws when the task is cancelled.
    func sleep(until time: Double) async throws(CancellationError)
}

/// The machine's own clock.
package struct SystemWallClock: WallClock {
    package init() {}

    package var now: Double { Date().timeIntervalSince1970 }

    package func sleep(until time: Double) async throws(CancellationError) {
        // A sleep of a day would outlast a clock that is set: it looks again now and then.
        while time > now {
            try await Alarm.wait(seconds: min(time - now, 600))
        }
    }
}
