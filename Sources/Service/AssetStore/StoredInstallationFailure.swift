// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// The last word on an installation that failed, until there is another one.
package struct StoredInstallationFailure: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "installationFailure"
    /// Seconds for which one is kept.
    package static let lifetime: Double = 30 * 86_400

    /// What it goes by: the bundle ID of its app, or the name of its archive.
    package var name: String
    /// The client's ID of the call.
    package var callID: String
    /// JSON.
    package var progress: Data
    /// Seconds since 1970.
    package var failedAt: Double
    /// The entity tag of an archive that is of no use: an update by itself does not fetch it again.
    package var refusedTag: String?

    package init(name: String, callID: String, progress: Data, failedAt: Double, refusedTag: String? = nil) {
        self.name = name
        self.callID = callID
        self.progress = progress
        self.failedAt = failedAt
        self.refusedTag = refusedTag
    }
}
