// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A table as it is backed up.
struct BackupTable: Sendable {
    let name: String
    /// What tells each row from all others.
    let key: [String]

    init(_ name: String, key: [String] = ["id"]) {
        self.name = name
        self.key = key
    }

    /// All of a host but what the migrations note: in an order in which what is referred to comes first.
    static let all = [
        BackupTable("settings", key: ["name"]), BackupTable("api_keys"), BackupTable("apps"),
        BackupTable("background_assets"), BackupTable("versions"), BackupTable("releases"),
        BackupTable("pins", key: ["background_asset_id", "context"]),
        BackupTable("rollouts", key: ["background_asset_id", "context"]),
        BackupTable("rollout_starts", key: ["background_asset_id", "context"]), BackupTable("upload_files"),
        BackupTable("builds"),
        BackupTable("build_releases", key: ["build_id", "context"]), BackupTable("app_store_versions"),
        BackupTable("jobs"), BackupTable("review_submissions"), BackupTable("review_items"),
        BackupTable("beta_reviews"), BackupTable("webhooks"), BackupTable("webhook_events"),
        BackupTable("webhook_deliveries"), BackupTable("device_tokens"), BackupTable("members"), BackupTable("mails"),
        BackupTable("audit_entries"),
        BackupTable("sessions"), BackupTable("invitations"),
        BackupTable("repeatable_requests", key: ["caller_id", "name"]),
    ]

    /// A page of the rows, in the order of their keys.
    ///
    /// - `last`: the row before.
    func rows(
        after last: SQLRow?, limit: Int, in connection: any SQLConnection
    ) throws(StorageError) -> [SQLRow] {
        var values: [SQLValue]?
        if let last {
            var previous: [SQLValue] = []
            for column in key { previous.append(try last.value(column)) }
            values = previous
        }
        let keyset = Keyset(key.map { Keyset.Key(SQL(verbatim: $0)) }, after: values)
        let condition: SQL = keyset.condition.map { " WHERE " + $0 } ?? ""
        return try connection.rows(
            SQL(verbatim: "SELECT * FROM \(name)") + condition + keyset.order + " LIMIT \(limit)")
    }

    /// Whether the database has it yet.
    func exists(in connection: any SQLConnection) throws(StorageError) -> Bool {
        let statement: SQL =
            switch connection.dialect {
            case .sqlite: "SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = \(name)"
            case .postgreSQL:
                "SELECT 1 AS one FROM pg_tables WHERE schemaname = current_schema() AND tablename = \(name)"
            }
        return try connection.row(statement) != nil
    }
}
