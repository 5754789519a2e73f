// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension AssetStore {
    /// Completions of an app that nobody has acknowledged, oldest first.
    package func completions(of bundleID: String) async throws(AssetStoreError) -> [StoredCompletion] {
        try await read { database in
            try StoredCompletion.filter(Column("bundleID") == bundleID).order(Column("id")).fetchAll(database)
        }
    }

    /// Forgets completions that the app has taken.
    package func removeCompletions(_ ids: [Int64], of bundleID: String) async throws(AssetStoreError) {
        try await write { database in
            _ = try StoredCompletion.filter(Column("bundleID") == bundleID && ids.contains(Column("id")))
                .deleteAll(database)
        }
    }

    /// Records that a download has ended without its pack, and what the app is to hear of it, in one step.
    ///
    /// - `isOwed`: whether the pack is to be fetched all the same when packs are checked again: it was called for without
    ///   the app asking, so nobody else would.
    package func endDownload(
        _ id: String, completion: StoredCompletion?, isOwed: Bool = false
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            if isOwed, let download = try StoredDownload.fetchOne(database, key: id) {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO owedPack VALUES (?, ?)",
                    arguments: [download.bundleID, download.packID])
            }
            _ = try StoredDownload.deleteOne(database, key: id)
            try completion?.keep(in: database)
        }
    }
}

extension StoredCompletion {
    /// Inserts it, and forgets what is too old or too much. An app that was removed meanwhile hears of nothing.
    func keep(in database: Database) throws {
        guard try StoredApp.exists(database, key: bundleID) else { return }
        try save(database)
        try database.execute(
            sql: "DELETE FROM completion WHERE bundleID = ? AND createdAt < ?",
            arguments: [bundleID, createdAt - Self.lifetime])
        let count =
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM completion WHERE bundleID = ?", arguments: [bundleID]) ?? 0
        guard count > Self.largestCount else { return }
        try database.execute(
            sql: """
                DELETE FROM completion WHERE id IN (
                    SELECT older.id FROM completion AS older
                    WHERE older.bundleID = ? AND EXISTS (
                        SELECT 1 FROM completion AS newer
                        WHERE newer.bundleID = older.bundleID AND newer.packID = older.packID AND newer.id > older.id)
                    ORDER BY older.id LIMIT ?)
                """, arguments: [bundleID, count - Self.largestCount])
    }
}
