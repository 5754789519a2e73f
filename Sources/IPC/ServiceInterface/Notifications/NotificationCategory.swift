// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a person can do with the notifications of a category.
package struct NotificationCategory: Codable, Equatable, Sendable {
    package struct Action: Codable, Equatable, Sendable {
        package var identifier: String
        package var title: String
        /// It opens the app.
        package var opensApp: Bool
        /// The person writes something.
        package var takesText: Bool

        package init(identifier: String, title: String, opensApp: Bool, takesText: Bool) {
            self.identifier = identifier
            self.title = title
            self.opensApp = opensApp
            self.takesText = takesText
        }
    }

    package var identifier: String
    package var actions: [Action]
    /// The app wants to know of notifications that a person dismisses.
    package var tellsDismissal: Bool
    /// The app's own.
    package var text: String?

    package init(identifier: String, actions: [Action], tellsDismissal: Bool, text: String? = nil) {
        self.identifier = identifier
        self.actions = actions
        self.tellsDismissal = tellsDismissal
        self.text = text
    }
}
