// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Notifications`: what apps have a person told, and what the person does with it.
package enum NotificationsInterface {
    /// Asks that the app may tell its person something.
    package struct Authorize: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Authorize"
        package var bundleID: String?

        package init(bundleID: String? = nil) {
            self.bundleID = bundleID
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var granted: Bool
            package init(granted: Bool) { self.granted = granted }
        }
    }

    /// Whether the app may tell its person something.
    package struct Settings: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Settings"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) {
            self.bundleID = bundleID
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var authorization: NotificationAuthorization
            package init(authorization: NotificationAuthorization) { self.authorization = authorization }
        }
    }

    /// Has a person told something, now or later.
    package struct Add: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Add"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var request: NotificationRequest
        package var callID: String?

        package init(bundleID: String? = nil, request: NotificationRequest, callID: String? = nil) {
            self.bundleID = bundleID
            self.request = request
            self.callID = callID
        }
    }

    /// Takes back what waits, or away what was delivered; `identifiers` nil for all of it.
    package struct Remove: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Remove"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var state: NotificationRecord.State
        package var identifiers: [String]?

        package init(bundleID: String? = nil, state: NotificationRecord.State, identifiers: [String]?) {
            self.bundleID = bundleID
            self.state = state
            self.identifiers = identifiers
        }
    }

    /// What waits and what was delivered: of an app, or, for tools, of all.
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.List"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) {
            self.bundleID = bundleID
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var notifications: [NotificationRecord]
            package init(notifications: [NotificationRecord]) { self.notifications = notifications }
        }
    }

    /// What a person can do with the app's notifications from now on.
    package struct SetCategories: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.SetCategories"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var categories: [NotificationCategory]

        package init(bundleID: String? = nil, categories: [NotificationCategory]) {
            self.bundleID = bundleID
            self.categories = categories
        }
    }

    /// What a person can do with the app's notifications.
    package struct Categories: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Categories"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) {
            self.bundleID = bundleID
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var categories: [NotificationCategory]
            package init(categories: [NotificationCategory]) { self.categories = categories }
        }
    }

    /// What the app shows that there is new; 0 for nothing.
    package struct SetBadge: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.SetBadge"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var count: Int64

        package init(bundleID: String? = nil, count: Int64) {
            self.bundleID = bundleID
            self.count = count
        }
    }

    /// What happens with the notifications of the calling app.
    package struct Follow: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Follow"
        package static let streams = true
        package typealias Reply = NotificationEvent
        package var bundleID: String?

        package init(bundleID: String? = nil) {
            self.bundleID = bundleID
        }
    }

    /// Whether a person is told, whether the notification is listed with what was delivered, and whether it makes no sound.
    package struct Present: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Present"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var number: Int64
        package var isShown: Bool
        package var isListed: Bool
        package var isSilent: Bool

        package init(bundleID: String? = nil, number: Int64, isShown: Bool, isListed: Bool, isSilent: Bool) {
            self.bundleID = bundleID
            self.number = number
            self.isShown = isShown
            self.isListed = isListed
            self.isSilent = isSilent
        }
    }

    /// The app's delegate is about to be told of a response.
    package struct BeginResponse: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.BeginResponse"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var number: Int64

        package init(bundleID: String? = nil, number: Int64) {
            self.bundleID = bundleID
            self.number = number
        }
    }

    /// The app has been told of a response.
    package struct TakeResponse: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.TakeResponse"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var number: Int64

        package init(bundleID: String? = nil, number: Int64) {
            self.bundleID = bundleID
            self.number = number
        }
    }

    /// A person opens a delivered notification, or chooses one of its actions.
    package struct Open: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Open"
        package typealias Reply = EmptyReply
        package var bundleID: String
        package var identifier: String
        package var action: String?
        package var text: String?

        package init(bundleID: String, identifier: String, action: String? = nil, text: String? = nil) {
            self.bundleID = bundleID
            self.identifier = identifier
            self.action = action
            self.text = text
        }
    }

    /// A person wants to be told, or not to be told, anything by an app.
    package struct Allow: ServiceMethod {
        package static let method = "backgroundassets.v1.Notifications.Allow"
        package typealias Reply = EmptyReply
        package var bundleID: String
        package var isAllowed: Bool

        package init(bundleID: String, isAllowed: Bool) {
            self.bundleID = bundleID
            self.isAllowed = isAllowed
        }
    }
}
