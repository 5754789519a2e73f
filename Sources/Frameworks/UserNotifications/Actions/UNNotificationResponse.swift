// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A person has opened a notification.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// A person has dismissed a notification of a category that wants to know.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What a person has done with a notification.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
    public let notification: UNNotification
    /// That of an action of the notification's category, or one of the two above.
    public let actionIdentifier: String

    init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What a person has written in answer to a notification.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
    public let userText: String

    init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }
}
