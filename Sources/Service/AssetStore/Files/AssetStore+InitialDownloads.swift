// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

extension AssetStore {
    /// What apps that have not been launched yet may fetch, and have fetched.
    package func initialDownloads() async throws(AssetStoreError) -> [StoredInitialDownloads] {
        try await read { try StoredInitialDownloads.fetchAll($0) }
    }

    /// Records what an app may fetch before its first launch; what it has fetched stays counted.
    ///
    /// - Returns: what is on record now; nil when it has been launched, or is gone.
    package func restrict(
        _ restrictions: StoredInitialDownloads
    ) async throws(AssetStoreError) -> StoredInitialDownloads? {
        try await write { database in
            let bundleID = restrictions.bundleID
            guard let app = try StoredApp.fetchOne(database, key: bundleID), app.firstLaunchedAt == nil else {
                return nil
            }
            var record = restrictions
            if let known = try StoredInitialDownloads.fetchOne(database, key: bundleID) {
                (record.usedBytes, record.usedEssentialBytes) = (known.usedBytes, known.usedEssentialBytes)
                record.refusals = known.refusals
            }
            try record.save(database)
            return record
        }
    }

    /// Remembers what an app was refused, until it is launched.
    package func noteRefusals(_ refusals: Data, of bundleID: String) async throws(AssetStoreError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE initialDownloads SET refusals = ? WHERE bundleID = ?", arguments: [refusals, bundleID])
        }
    }

    /// Counts what an app has fetched by something that was no download on record.
    package func record(_ use: InitialUse) async throws(AssetStoreError) { try await write { try use.add($0) } }
}
