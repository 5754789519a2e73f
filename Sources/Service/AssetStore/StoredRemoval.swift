// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The files of an app that is no longer on record, while they are still to be removed.
package struct StoredRemoval: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "removal"

    /// What becomes of the containers that app and extension shared.
    package enum GroupRule: String, Codable, Sendable {
        case keep, remove
        /// As after a first installation that was called off: an earlier one may have left data there.
        case removeIfUnused
    }

    package var bundleID: String
    /// The app groups that were the app's.
    package var groupIDs: [String]
    package var groupRule: GroupRule

    package init(bundleID: String, groupIDs: [String], groupRule: GroupRule) {
        self.bundleID = bundleID
        self.groupIDs = groupIDs
        self.groupRule = groupRule
    }
}
