// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    /// Files that have arrived and may be removed when the disk runs short, of one app or of all; those that nobody has
    /// taken yet are not among them.
    package func purgeableFiles(of bundleID: String? = nil) async throws(AssetStoreError) -> [StoredPurgeableFile] {
        try await read { database in
            let taken = StoredPurgeableFile.filter(sql: "downloadID NOT IN (SELECT downloadID FROM fileEnding)")
            return try (bundleID.map { taken.filter(Column("bundleID") == $0) } ?? taken).fetchAll(database)
        }
    }

    /// Whether there is a file that may be removed, now or when it is taken.
    package func hasPurgeableFiles() async throws(AssetStoreError) -> Bool {
        try await read { try !StoredPurgeableFile.filter(Column("downloadID") != "").isEmpty($0) }
    }

    /// These files are gone, or are the apps' own.
    package func forgetPurgeableFiles(_ downloadIDs: [String]) async throws(AssetStoreError) {
        try await writeRemoval { _ = try StoredPurgeableFile.deleteAll($0, keys: downloadIDs) }
    }
}
