// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    package func holds() async throws(AssetStoreError) -> [StoredHold] {
        try await read { try StoredHold.fetchAll($0) }
    }

    /// Keeps these in place of those before.
    package func save(_ holds: [StoredHold]) async throws(AssetStoreError) {
        try await write { database in
            try StoredHold.deleteAll(database)
            for hold in holds { try hold.insert(database) }
        }
    }
}
