// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What changes of notifications at a time.
package struct NotificationChange: Equatable, Sendable {
    package struct Name: Hashable, Sendable {
        package let bundleID: String
        package let identifier: String
        package let state: String

        package init(bundleID: String, identifier: String, state: String) {
            self.bundleID = bundleID
            self.identifier = identifier
            self.state = state
        }
    }

    package var kept: [StoredNotification] = []
    package var removed: [Name] = []
    package var apps: [StoredNotificationApp] = []
    package var responses: [StoredNotificationResponse] = []
    /// Those that their apps were told of.
    package var takenResponses: [Int64] = []

    package init() {}
}
