// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

// The packs that the system fetches without the app asking: which of them are still to come, and which the app's extension
// declined.
extension AssetStore {
    /// Packs whose downloads have failed though nobody but the system asked for them, and that have not come since.
    package func owedPacks(of bundleID: String) async throws(AssetStoreError) -> [String] {
        try await read { database in
            try String.fetchAll(
                database, sql: "SELECT packID FROM owedPack WHERE bundleID = ? ORDER BY packID", arguments: [bundleID])
        }
    }

    /// The packs that the app's extension declined, and in which versions; those that have come since are not among them.
    package func declinedPacks(of bundleID: String) async throws(AssetStoreError) -> [String: Int] {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT packID, version FROM declinedPack WHERE bundleID = ?", arguments: [bundleID])
            return Dictionary(rows.map { ($0["packID"], $0["version"]) }) { first, _ in first }
        }
    }

    /// The app's extension declined these packs, in these versions, and wanted others.
    package func noteDeclined(
        _ packs: [(id: String, version: Int)], wanted: [String], of bundleID: String
    ) async throws(AssetStoreError) {
        try await write { database in
            for packID in wanted {
                try database.execute(
                    sql: "DELETE FROM declinedPack WHERE bundleID = ? AND packID = ?", arguments: [bundleID, packID])
            }
            for pack in packs {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO declinedPack VALUES (?, ?, ?)",
                    arguments: [bundleID, pack.id, pack.version])
            }
        }
    }

    /// The publisher offers these packs no longer.
    package func forgetOwed(_ packIDs: [String], of bundleID: String) async throws(AssetStoreError) {
        try await write { database in
            for packID in packIDs {
                try database.execute(
                    sql: "DELETE FROM owedPack WHERE bundleID = ? AND packID = ?", arguments: [bundleID, packID])
            }
        }
    }
}
