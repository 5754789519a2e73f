// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    /// How long the extension of an app may still run; nil while nothing is on record.
    package func runTime(of bundleID: String) async throws(AssetStoreError) -> StoredRunTime? {
        try await read { try StoredRunTime.fetchOne($0, key: bundleID) }
    }

    /// Changes how long the extension of an app may still run, in one step; nothing for an app that is gone.
    ///
    /// - `change`: given what is on record and since when the app is there (seconds since 1970), answers what is now.
    package func updateRunTime(
        of bundleID: String, _ change: @escaping @Sendable (StoredRunTime?, Double) -> StoredRunTime
    ) async throws(AssetStoreError) {
        try await write { database in
            guard let app = try StoredApp.fetchOne(database, key: bundleID) else { return }
            let before = try StoredRunTime.fetchOne(database, key: bundleID)
            let after = change(before, app.addedAt)
            if after != before { try after.save(database) }
        }
    }
}
