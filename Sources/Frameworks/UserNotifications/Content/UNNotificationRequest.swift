// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// What an app wants a person to be told, and when.
public final class UNNotificationRequest: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: its content is a copy that nobody changes.
    /// Of two requests with one the later one holds.
    public let identifier: String
    public let content: UNNotificationContent
    /// nil for now.
    public let trigger: UNNotificationTrigger?

    /// - Parameters:
    ///   - identifier: of two requests of an app with one the later one holds.
    ///   - content: what a person is shown, as it is now.
    ///   - trigger: nil for now.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = UNNotificationContent(content.values)
        self.trigger = trigger
        super.init()
    }

    convenience init(_ wire: NotificationRequest) {
        self.init(
            identifier: wire.identifier, content: UNNotificationContent(NotificationValues(wire.content)),
            trigger: wire.trigger.flatMap(UNNotificationTrigger.trigger))
    }

    var wire: NotificationRequest {
        NotificationRequest(identifier: identifier, content: content.values.wire, trigger: trigger?.wire)
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationRequest)?.wire == wire }
    public override var hash: Int { identifier.hashValue }
}
