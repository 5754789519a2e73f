// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Counts how often a call was made in vain, and says whether it is made again.
///
/// A service may be killed at any instant, and as often as anybody likes: a call that waits goes on waiting. One that loses its
/// service again and again as soon as it has it is given up, for it may be what the service dies of.
struct CallAttempts {
    /// Losses in a row of connections that were of no use.
    static let largestCount = 8
    /// A connection that has lived as long was of use.
    static let usefulLifetime = Duration.seconds(1)
    private static let firstPause = Duration.milliseconds(10)

    private var lost = 0
    private var began: ContinuousClock.Instant

    init(now: ContinuousClock.Instant = .now) { began = now }

    /// How long to wait before the next one; nil before the first.
    var pause: Duration? { lost == 0 ? nil : Self.firstPause * (1 << (lost - 1)) }

    /// - `repeats`: whether the call may be made again at all.
    mutating func allowAnother(
        after error: ServiceClientError, repeats: Bool, now: ContinuousClock.Instant = .now
    ) -> Bool {
        guard repeats, error.isLostConnection else { return false }
        lost = began.duration(to: now) > Self.usefulLifetime + (pause ?? .zero) ? 1 : lost + 1
        began = now
        return lost <= Self.largestCount
    }
}
