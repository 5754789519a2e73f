// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension AssetStore {
    /// Installations under way, oldest first.
    package func installations() async throws(AssetStoreError) -> [StoredInstallation] {
        try await read { try StoredInstallation.order(Column("startedAt")).fetchAll($0) }
    }

    package func installation(of bundleID: String) async throws(AssetStoreError) -> StoredInstallation? {
        try await read { try StoredInstallation.fetchOne($0, key: bundleID) }
    }

    package func save(_ installation: StoredInstallation) async throws(AssetStoreError) {
        try await write { try installation.save($0) }
    }

    /// Records an installation that stood under another name so far, before it was known which app it is.
    package func save(_ installation: StoredInstallation, insteadOf name: String) async throws(AssetStoreError) {
        try await write { database in
            _ = try StoredInstallation.deleteOne(database, key: name)
            try installation.save(database)
        }
    }

    package func removeInstallation(of bundleID: String) async throws(AssetStoreError) {
        try await write { _ = try StoredInstallation.deleteOne($0, key: bundleID) }
    }
}
