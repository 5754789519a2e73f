// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// What a person has done with a notification, and its app has not been told of.
package struct StoredNotificationResponse: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "notificationResponse"

    package var id: Int64
    package var bundleID: String
    /// As JSON.
    package var body: Data

    package init(id: Int64, bundleID: String, body: Data) {
        self.id = id
        self.bundleID = bundleID
        self.body = body
    }
}
