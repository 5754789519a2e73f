// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a person is shown.
package struct NotificationContent: Codable, Equatable, Sendable {
    /// How much it is to disturb.
    package enum Level: String, OpenEnumeration { case passive, active, timeSensitive, critical, unknown }

    package var title: String
    package var subtitle: String
    package var body: String
    /// What the app shows that there is new; nil for no change.
    package var badge: Int64?
    package var isSilent: Bool
    package var level: Level
    /// That whose actions it has; empty for none.
    package var category: String
    /// The path of a picture, absolute.
    package var picture: String?
    /// The app's own.
    package var text: String?

    package init(
        title: String = "", subtitle: String = "", body: String = "", badge: Int64? = nil, isSilent: Bool = false,
        level: Level = .active, category: String = "", picture: String? = nil, text: String? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.badge = badge
        self.isSilent = isSilent
        self.level = level
        self.category = category
        self.picture = picture
        self.text = text
    }
}
