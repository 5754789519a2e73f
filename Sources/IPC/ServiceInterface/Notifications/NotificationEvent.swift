// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What happens with the notifications of an app.
package struct NotificationEvent: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// The stream has begun.
        case subscribed
        /// The app is in front: it says whether the person is told all the same.
        case presenting
        /// A person has done something with a notification.
        case response
        case unknown
    }

    /// What a person does who opens the notification itself.
    package static let defaultAction = "default"
    /// What a person does who dismisses it.
    package static let dismissAction = "dismiss"

    package var kind: Kind
    /// Of this presentation or response; 0 of none.
    package var number: Int64
    package var request: NotificationRequest?
    /// Seconds since 1970.
    package var deliveredAt: Double?
    package var action: String?
    /// What the person has written.
    package var text: String?

    package init(
        _ kind: Kind, number: Int64 = 0, request: NotificationRequest? = nil, deliveredAt: Double? = nil,
        action: String? = nil, text: String? = nil
    ) {
        self.kind = kind
        self.number = number
        self.request = request
        self.deliveredAt = deliveredAt
        self.action = action
        self.text = text
    }
}
