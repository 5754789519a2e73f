// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// A background URL session of an app.
package struct StoredSession: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "urlSession"

    package var bundleID: String
    /// The app's own.
    package var identifier: String
    /// What the app wants of it, as JSON.
    package var settings: Data

    package init(bundleID: String, identifier: String, settings: Data) {
        self.bundleID = bundleID
        self.identifier = identifier
        self.settings = settings
    }
}
