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

    /// Records an installation; how the one before it has failed is of no interest any more.
    package func save(_ installation: StoredInstallation) async throws(AssetStoreError) {
        try await write { database in
            try installation.save(database)
            _ = try StoredInstallationFailure.deleteOne(database, key: installation.bundleID)
        }
    }

    /// Records an installation that stood under another name so far, before it was known which app it is.
    package func save(_ installation: StoredInstallation, insteadOf name: String) async throws(AssetStoreError) {
        try await write { database in
            _ = try StoredInstallation.deleteOne(database, key: name)
            try installation.save(database)
            _ = try StoredInstallationFailure.deleteOne(database, key: installation.bundleID)
        }
    }

    /// Records how far an installation is, if it is on record under this name; it never goes back.
    package func note(fraction: Double, ofInstallation bundleID: String) async throws(AssetStoreError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE installation SET fraction = max(fraction, ?) WHERE bundleID = ?",
                arguments: [fraction, bundleID])
        }
    }

    /// Forgets an installation that has ended.
    ///
    /// - `answers`: what the calls that asked for it, or for its end, are answered.
    /// - `failures`: how it has failed, by each of its names.
    package func removeInstallation(
        of bundleID: String, answers: [StoredAnswer] = [], failures: [StoredInstallationFailure] = []
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            _ = try StoredInstallation.deleteOne(database, key: bundleID)
            for answer in answers { try answer.keep(in: database) }
            for failure in failures {
                try failure.save(database)
                try database.execute(
                    sql: "DELETE FROM installationFailure WHERE failedAt < ?",
                    arguments: [failure.failedAt - StoredInstallationFailure.lifetime])
            }
        }
    }

    /// How the last installations have failed, where that is the last word on them.
    package func installationFailures() async throws(AssetStoreError) -> [StoredInstallationFailure] {
        try await read { try StoredInstallationFailure.fetchAll($0) }
    }

    /// What has failed is of no interest any more.
    package func deleteInstallationFailure(of name: String) async throws(AssetStoreError) {
        _ = try await write { try StoredInstallationFailure.deleteOne($0, key: name) }
    }
}
