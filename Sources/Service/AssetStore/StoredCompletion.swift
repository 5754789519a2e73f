// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// The end of a download, or the removal of a pack, that no process of the app has acknowledged yet.
package struct StoredCompletion: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "completion"
    /// Seconds after which a completion that nobody has taken is forgotten: 30 days.
    package static let lifetime: Double = 30 * 86_400
    /// How many of an app are kept in any case; beyond that, those of packs that have a newer one go first, and the
    /// newest one of a pack never does.
    package static let largestCount = 256

    /// Of the event.
    package var id: Int64
    package var bundleID: String
    package var packID: String
    /// `finished`, `failed` or `removed`.
    package var kind: String
    /// The event, as JSON.
    package var body: Data
    package var createdAt: Double

    package init(id: Int64, bundleID: String, packID: String, kind: String, body: Data, createdAt: Double) {
        self.id = id
        self.bundleID = bundleID
        self.packID = packID
        self.kind = kind
        self.body = body
        self.createdAt = createdAt
    }
}
