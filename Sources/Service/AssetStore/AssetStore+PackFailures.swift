// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    /// How the last downloads of packs ended that brought nothing.
    package func packFailures() async throws(AssetStoreError) -> [StoredPackFailure] {
        try await read { try StoredPackFailure.fetchAll($0) }
    }

    /// Keeps how a download ended; nothing for an app that is gone.
    package func save(_ failure: StoredPackFailure) async throws(AssetStoreError) {
        try await write { database in
            guard try StoredApp.exists(database, key: failure.bundleID) else { return }
            try failure.save(database)
        }
    }

    /// The pack is here, or is asked for anew.
    package func deletePackFailure(_ packID: String, of bundleID: String) async throws(AssetStoreError) {
        _ = try await write {
            try StoredPackFailure.deleteOne($0, key: ["bundleID": bundleID, "packID": packID])
        }
    }
}
