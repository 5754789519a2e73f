// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// So long after the request.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
    public let timeInterval: TimeInterval

    /// - Parameters:
    ///   - timeInterval: seconds, more than 0; 60 at least for one that repeats.
    ///   - repeats: whether it begins anew each time.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// When its time would be, were it asked for now.
    public func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

    override var wire: NotificationTrigger? {
        timeInterval.isFinite ? NotificationTrigger(seconds: timeInterval, repeats: repeats) : nil
    }
}
