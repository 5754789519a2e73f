// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// When a person is told: after a while, or at a date.
package struct NotificationTrigger: Codable, Equatable, Sendable {
    /// So long after the request; nil where `date` is.
    package var seconds: Double?
    package var date: NotificationDate?
    /// Then, and each time again.
    package var repeats: Bool

    package init(seconds: Double, repeats: Bool) {
        self.seconds = seconds
        self.repeats = repeats
    }

    package init(date: NotificationDate, repeats: Bool) {
        self.date = date
        self.repeats = repeats
    }

    /// When its time is next.
    ///
    /// - Parameters:
    ///   - time: that of the request, or the last time before (seconds since 1970).
    ///   - zone: where the device is.
    /// - Returns: seconds since 1970; nil for never.
    package func next(after time: Double, in zone: TimeZone) -> Double? {
        if let seconds { return time + max(0, seconds) }
        return date?.next(after: time, in: zone)
    }

    /// Whether its time is another one where clocks show another time.
    package var followsTimeZone: Bool { date != nil && date?.timeZone == nil }
}
