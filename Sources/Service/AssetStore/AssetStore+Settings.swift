// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension AssetStore {
    /// What was set away from its default.
    package func settings() async throws(AssetStoreError) -> [String: String] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM setting")
            return Dictionary(rows.map { ($0["name"], $0["value"]) }) { first, _ in first }
        }
    }

    /// What was set for single apps, by bundle ID.
    package func appSettings() async throws(AssetStoreError) -> [String: [String: String]] {
        try await read { database in
            var settings: [String: [String: String]] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT bundleID, name, value FROM appSetting") {
                settings[row["bundleID"], default: [:]][row["name"]] = row["value"]
            }
            return settings
        }
    }

    /// Sets a setting, or takes it back to its default with nil; of one app, or of all.
    package func set(_ name: String, to value: String?, of bundleID: String? = nil) async throws(AssetStoreError) {
        try await write { database in
            if let bundleID {
                try database.execute(
                    sql: value == nil
                        ? "DELETE FROM appSetting WHERE bundleID = ? AND name = ?"
                        : "INSERT OR REPLACE INTO appSetting (bundleID, name, value) VALUES (?, ?, ?)",
                    arguments: StatementArguments([bundleID, name] + [value].compactMap { $0 }))
            } else if let value {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
            } else {
                try database.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
            }
        }
    }

    /// Certificates trusted for this user's downloads, oldest first.
    package func certificates() async throws(AssetStoreError) -> [StoredCertificate] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM trustedCertificate ORDER BY addedAt, fingerprint").map {
                StoredCertificate(fingerprint: $0["fingerprint"], pem: $0["pem"], addedAt: $0["addedAt"])
            }
        }
    }

    /// Trusts a certificate no longer.
    package func distrust(_ fingerprint: String) async throws(AssetStoreError) {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM trustedCertificate WHERE fingerprint = ?", arguments: [fingerprint])
        }
    }

    /// Trusts certificates; returns the fingerprints that were not trusted before.
    package func trust(_ certificates: [String: String], at now: Double) async throws(AssetStoreError) -> [String] {
        try await write { database in
            var added: [String] = []
            for (fingerprint, pem) in certificates.sorted(by: { $0.key < $1.key }) {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO trustedCertificate VALUES (?, ?, ?)",
                    arguments: [fingerprint, pem, now])
                if database.changesCount > 0 { added.append(fingerprint) }
            }
            return added
        }
    }
}
