// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// How an action behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)
    public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)
    /// It opens the app.
    public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// The picture of an action. Desktops show none.
public final class UNNotificationActionIcon: NSObject, NSCopying, Sendable {
    let name: String

    init(name: String) { self.name = name }

    public convenience init(templateImageName: String) { self.init(name: templateImageName) }
    public convenience init(systemImageName: String) { self.init(name: systemImageName) }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Something that a person can choose in a notification.
open class UNNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
    public let identifier: String
    public let title: String
    public let options: UNNotificationActionOptions
    public let icon: UNNotificationActionIcon?

    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    var wire: NotificationCategory.Action {
        NotificationCategory.Action(
            identifier: identifier, title: title, opensApp: options.contains(.foreground),
            takesText: self is UNTextInputNotificationAction)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return other.wire == wire && other.options == options
    }
    open override var hash: Int { identifier.hashValue }
}

/// One by which a person writes something.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
    public let textInputButtonTitle: String
    public let textInputPlaceholder: String

    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil, textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// One with the words of the system.
    public override convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: icon, textInputButtonTitle: "",
            textInputPlaceholder: "")
    }
}
