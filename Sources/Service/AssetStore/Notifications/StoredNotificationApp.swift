// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// What is known of an app that tells its person something.
package struct StoredNotificationApp: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "notificationApp"

    package var bundleID: String
    /// Whether it may.
    package var authorization: String
    /// What a person can do with its notifications, as JSON.
    package var categories: Data
    /// What it shows that there is new.
    package var badge: Int64

    package init(bundleID: String, authorization: String, categories: Data, badge: Int64) {
        self.bundleID = bundleID
        self.authorization = authorization
        self.categories = categories
        self.badge = badge
    }
}
