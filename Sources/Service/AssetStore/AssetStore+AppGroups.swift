// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

// An app group belongs to the app that claimed it first, until that is uninstalled: also one that only an earlier version
// of the app uses, or a later one that was not installed in the end.
extension AssetStore {
    /// What comes of an app's claim to an app group.
    package enum GroupClaim: Equatable, Sendable {
        case claimed
        /// Another app has it.
        case belongs(to: String)
        /// The files of the app that had it, of this bundle ID, are still to be removed; or those of the very app that
        /// claims it, which was uninstalled meanwhile.
        case isBeingRemoved(with: String)
    }

    /// Claims the app group of an app, and puts the app on record with it when it is not yet.
    ///
    /// - `group`: nil for an app that has none.
    package func claim(_ group: String?, for app: StoredApp) async throws(AssetStoreError) -> GroupClaim {
        try await write { database in
            if let group, let owner = try Self.owner(ofGroup: group, in: database), owner != app.bundleID {
                return .belongs(to: owner)
            }
            for removal in try StoredRemoval.fetchAll(database) {
                let takesGroup = group.map { removal.groupIDs.contains($0) && removal.groupRule != .keep } ?? false
                if takesGroup || removal.bundleID == app.bundleID { return .isBeingRemoved(with: removal.bundleID) }
            }
            if try StoredApp.fetchOne(database, key: app.bundleID) == nil { try app.insert(database) }
            if let group {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO appGroup (groupID, bundleID) VALUES (?, ?)",
                    arguments: [group, app.bundleID])
            }
            return .claimed
        }
    }

    /// The app that has claimed a group.
    package func owner(ofGroup group: String) async throws(AssetStoreError) -> String? {
        try await read { try Self.owner(ofGroup: group, in: $0) }
    }

    /// The groups that an app has claimed.
    package func groups(of bundleID: String) async throws(AssetStoreError) -> [String] {
        try await read { try Self.groups(of: bundleID, in: $0) }
    }

    static func groups(of bundleID: String, in database: Database) throws -> [String] {
        try String.fetchAll(
            database, sql: "SELECT groupID FROM appGroup WHERE bundleID = ? ORDER BY groupID", arguments: [bundleID])
    }

    private static func owner(ofGroup group: String, in database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT bundleID FROM appGroup WHERE groupID = ?", arguments: [group])
    }
}
