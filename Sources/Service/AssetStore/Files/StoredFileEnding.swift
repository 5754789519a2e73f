// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// How a file download ended, until a delegate or the extension has taken it.
package struct StoredFileEnding: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "fileEnding"
    /// Seconds after which an ending that nobody has taken is forgotten, and its file removed: 30 days.
    package static let lifetime: Double = 30 * 86_400

    /// Of the event.
    package var id: Int64
    package var bundleID: String
    package var downloadID: String
    /// The event, as JSON.
    package var body: Data
    /// Seconds since 1970.
    package var endedAt: Double

    package init(id: Int64, bundleID: String, downloadID: String, body: Data, endedAt: Double) {
        self.id = id
        self.bundleID = bundleID
        self.downloadID = downloadID
        self.body = body
        self.endedAt = endedAt
    }
}
