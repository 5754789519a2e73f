// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension AssetStore {
    /// The readable packs of an app, by ID; of all apps without one.
    package func packs(of bundleID: String? = nil) async throws(AssetStoreError) -> [StoredPack] {
        try await read { database in
            var request = StoredPack.order(Column("bundleID"), Column("packID"))
            if let bundleID { request = request.filter(Column("bundleID") == bundleID) }
            return try request.fetchAll(database)
        }
    }

    package func pack(_ packID: String, of bundleID: String) async throws(AssetStoreError) -> StoredPack? {
        try await read { try StoredPack.fetchOne($0, key: ["bundleID": bundleID, "packID": packID]) }
    }

    /// Records that a version of a pack is readable, that its download has ended, and what the app is to hear of it, in
    /// one step.
    package func finishDownload(
        _ pack: StoredPack, completion: StoredCompletion? = nil
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            try pack.save(database)
            try completion?.keep(in: database)
            try StoredDownload
                .filter(Column("bundleID") == pack.bundleID && Column("packID") == pack.packID)
                .deleteAll(database)
        }
    }

    /// Records that packs are no longer readable; that they once came is then no news any more.
    ///
    /// - `completions`: what the app is to hear of it.
    /// - `answer`: what the call that asked for it is answered, so that its repeat finds it done.
    package func removePacks(
        _ packIDs: [String], of bundleID: String, completions: [StoredCompletion] = [], answer: StoredAnswer? = nil
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            for packID in packIDs {
                _ = try StoredPack.deleteOne(database, key: ["bundleID": bundleID, "packID": packID])
                for table in ["missingPack", "requestedPack"] {
                    try database.execute(
                        sql: "DELETE FROM \(table) WHERE bundleID = ? AND packID = ?", arguments: [bundleID, packID])
                }
                try database.execute(
                    sql: "DELETE FROM completion WHERE bundleID = ? AND packID = ? AND kind = 'finished'",
                    arguments: [bundleID, packID])
            }
            for completion in completions { try completion.keep(in: database) }
            try answer?.keep(in: database)
        }
    }

    /// Records that the app asked for packs. That holds until they are removed.
    package func noteRequested(_ packIDs: [String], of bundleID: String) async throws(AssetStoreError) {
        try await write { database in
            for packID in packIDs {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO requestedPack VALUES (?, ?)", arguments: [bundleID, packID])
            }
        }
    }

    /// The packs that the app asked for.
    package func requestedPacks(of bundleID: String) async throws(AssetStoreError) -> Set<String> {
        try await read { database in
            try String.fetchSet(
                database, sql: "SELECT packID FROM requestedPack WHERE bundleID = ?", arguments: [bundleID])
        }
    }

    package func manifest(of bundleID: String) async throws(AssetStoreError) -> StoredManifest? {
        try await read { try StoredManifest.fetchOne($0, key: bundleID) }
    }

    /// Records the newest manifest, and since when local packs have been missing from it.
    ///
    /// - `listedIDs`: what the manifest lists: a pack that came back is no longer missing.
    /// - `localIDs`: what is on this device.
    /// - Returns: for each local pack that the manifest lacks, since when it has been missing (seconds since 1970).
    package func save(
        _ manifest: StoredManifest, listedIDs: Set<String>, localIDs: Set<String>
    ) async throws(AssetStoreError) -> [String: Double] {
        try await write { database in
            try manifest.save(database)
            for id in listedIDs {
                try database.execute(
                    sql: "DELETE FROM missingPack WHERE bundleID = ? AND packID = ?",
                    arguments: [manifest.bundleID, id])
            }
            for id in localIDs.subtracting(listedIDs) {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO missingPack VALUES (?, ?, ?)",
                    arguments: [manifest.bundleID, id, manifest.fetchedAt])
            }
            let rows = try Row.fetchAll(
                database, sql: "SELECT packID, since FROM missingPack WHERE bundleID = ?",
                arguments: [manifest.bundleID])
            return Dictionary(rows.map { ($0["packID"], $0["since"]) }) { first, _ in first }
        }
    }
}
