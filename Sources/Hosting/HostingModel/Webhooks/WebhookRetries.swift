// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When an event is sent once more that a web hook has not taken. Apple's schedule is not known: this one covers a receiver that
/// is away for a weekend.
package enum WebhookRetries {
    /// Seconds after the first try, the second, and so on.
    private static let pauses: [Double] = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400]

    /// Tries in all.
    package static let largestCount = pauses.count + 1

    /// - `attempt`: how many tries there were, 1 or more.
    /// - `retryAfter`: what the receiver has asked for, in seconds; up to a day of it is kept to.
    /// - Returns: nil when it is given up.
    package static func pause(after attempt: Int, retryAfter: Double? = nil) -> Double? {
        guard attempt >= 1, attempt <= pauses.count else { return nil }
        return max(pauses[attempt - 1], min(retryAfter ?? 0, 86_400))
    }
}
