// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app wants a person to be told.
package struct NotificationRequest: Codable, Equatable, Sendable {
    /// Of two requests of an app with one the later one holds.
    package var identifier: String
    package var content: NotificationContent
    /// nil for now.
    package var trigger: NotificationTrigger?

    package init(identifier: String, content: NotificationContent, trigger: NotificationTrigger? = nil) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}
