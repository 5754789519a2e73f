// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    package func startedProcesses() async throws(AssetStoreError) -> [StoredStartedProcess] {
        try await read { try StoredStartedProcess.order(Column("bundleID")).fetchAll($0) }
    }

    /// Records which process of an app was started. Of an app that is gone nothing is.
    ///
    /// - `process`: nil for none.
    package func record(
        _ process: StoredStartedProcess?, of bundleID: String
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            if let process {
                if try StoredApp.exists(database, key: bundleID) { try process.save(database) }
            } else {
                _ = try StoredStartedProcess.deleteOne(database, key: bundleID)
            }
        }
    }
}
