// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What keeps apps from doing anything in the background, and since when.
package struct StoredHold: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "backgroundHold"

    /// The app; empty for all of them.
    package var scope: String
    /// The condition in words, by which it is told from others.
    package var condition: String
    /// Seconds since 1970.
    package var since: Double

    package init(scope: String, condition: String, since: Double) {
        self.scope = scope
        self.condition = condition
        self.since = since
    }
}
