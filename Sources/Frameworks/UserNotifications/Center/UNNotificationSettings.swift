// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// Whether something is done with an app's notifications.
public enum UNNotificationSetting: Int, Sendable {
    case notSupported = 0
    case disabled = 1
    case enabled = 2
}

/// How notifications are shown.
public enum UNAlertStyle: Int, Sendable {
    case none = 0
    case banner = 1
    case alert = 2
}

/// When what is in notifications is shown.
public enum UNShowPreviewsSetting: Int, Sendable {
    case always = 0
    case whenAuthenticated = 1
    case never = 2
}

/// What is done with an app's notifications. Here one thing is a person's to say: whether they are shown.
public final class UNNotificationSettings: NSObject, NSCopying, Sendable {
    public let authorizationStatus: UNAuthorizationStatus

    init(_ authorization: NotificationAuthorization) {
        authorizationStatus =
            switch authorization {
            case .undetermined, .unknown: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            }
        super.init()
    }

    private var setting: UNNotificationSetting { authorizationStatus == .authorized ? .enabled : .disabled }

    public var soundSetting: UNNotificationSetting { setting }
    public var badgeSetting: UNNotificationSetting { setting }
    public var alertSetting: UNNotificationSetting { setting }
    public var notificationCenterSetting: UNNotificationSetting { setting }
    public var lockScreenSetting: UNNotificationSetting { setting }
    public var timeSensitiveSetting: UNNotificationSetting { setting }
    public var criticalAlertSetting: UNNotificationSetting { setting }
    public var carPlaySetting: UNNotificationSetting { .notSupported }
    public var announcementSetting: UNNotificationSetting { .notSupported }
    public var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
    public var directMessagesSetting: UNNotificationSetting { .notSupported }
    public var alertStyle: UNAlertStyle { authorizationStatus == .authorized ? .banner : .none }
    public var showPreviewsSetting: UNShowPreviewsSetting { .always }
    public var providesAppNotificationSettings: Bool { false }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}
