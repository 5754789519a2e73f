// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// When a person is told. One of its subclasses says it.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: none of them changes.
    /// Then, and each time again.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// nil for one that is no trigger of this system.
    var wire: NotificationTrigger? { nil }

    static func trigger(_ wire: NotificationTrigger) -> UNNotificationTrigger? {
        if let seconds = wire.seconds {
            return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: wire.repeats)
        }
        return wire.date.map { UNCalendarNotificationTrigger(dateMatching: $0.components, repeats: wire.repeats) }
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: other) == type(of: self) && other.wire == wire
    }
    open override var hash: Int { repeats.hashValue }
}
