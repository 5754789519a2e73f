// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    /// Why manifests could not be had the last time, of all apps of which that is so.
    package func manifestFailures() async throws(AssetStoreError) -> [StoredManifestFailure] {
        try await read { try StoredManifestFailure.fetchAll($0) }
    }

    /// Keeps why a manifest could not be had.
    ///
    /// - Returns: false for an app that is gone, or not there yet, of which nothing is kept.
    package func save(_ failure: StoredManifestFailure) async throws(AssetStoreError) -> Bool {
        try await write { database in
            guard try StoredApp.exists(database, key: failure.bundleID) else { return false }
            try failure.save(database)
            return true
        }
    }

    /// The manifest of an app has come.
    package func deleteManifestFailure(of bundleID: String) async throws(AssetStoreError) {
        _ = try await write { try StoredManifestFailure.deleteOne($0, key: bundleID) }
    }
}
