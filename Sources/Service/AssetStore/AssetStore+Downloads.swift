// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension AssetStore {
    /// Downloads that have not ended, oldest first.
    package func downloads() async throws(AssetStoreError) -> [StoredDownload] {
        try await read { try StoredDownload.order(Column("createdAt"), Column("id")).fetchAll($0) }
    }

    /// Inserts or replaces the record of a download; an older one of the same pack, which a full disk kept from being
    /// removed, goes with it.
    package func save(_ download: StoredDownload) async throws(AssetStoreError) { try await save([download]) }

    /// The same of several, in one step.
    package func save(_ downloads: [StoredDownload]) async throws(AssetStoreError) {
        try await write { database in
            for download in downloads {
                try database.execute(
                    sql: "DELETE FROM download WHERE bundleID = ? AND packID = ? AND id <> ?",
                    arguments: [download.bundleID, download.packID, download.id])
                try download.save(database)
            }
        }
    }

    package func removeDownload(_ id: String) async throws(AssetStoreError) {
        try await write { _ = try StoredDownload.deleteOne($0, key: id) }
    }

    /// Hands out `count` event IDs that were never used before, the first of which is returned.
    ///
    /// - `minimum`: those below were used though they could not be reserved.
    package func reserveEventIDs(_ count: Int64, from minimum: Int64 = 0) async throws(AssetStoreError) -> Int64 {
        try await write { database in
            let next = max(minimum, try Int64.fetchOne(database, sql: "SELECT next FROM eventCounter") ?? 1)
            try database.execute(sql: "UPDATE eventCounter SET next = ?", arguments: [next + count])
            return next
        }
    }

    /// The first event ID that is not reserved.
    package func nextEventID() async throws(AssetStoreError) -> Int64 {
        try await read { try Int64.fetchOne($0, sql: "SELECT next FROM eventCounter") ?? 1 }
    }
}
