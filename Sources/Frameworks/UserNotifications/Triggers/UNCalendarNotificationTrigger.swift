// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// When the date has these parts.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
    public let dateComponents: DateComponents

    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// When that is next; nil for never.
    public func nextTriggerDate() -> Date? {
        NotificationDate(dateComponents).next(after: Date().timeIntervalSince1970, in: .current)
            .map(Date.init(timeIntervalSince1970:))
    }

    override var wire: NotificationTrigger? {
        NotificationTrigger(date: NotificationDate(dateComponents), repeats: repeats)
    }
}
