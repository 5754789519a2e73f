// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Marks a database for as long as a host is made of a backup in it, so that what was broken off is taken for no host that is empty.
enum RestoreMark {
    private static let table = BackupTable("restoring", key: ["backup"])

    /// - `path`: of the backup.
    static func set(_ path: String, in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            connection.dialect.schema("CREATE TABLE IF NOT EXISTS restoring (backup {text} NOT NULL PRIMARY KEY)"))
        try connection.execute("DELETE FROM restoring")
        try connection.execute("INSERT INTO restoring (backup) VALUES (\(path))")
    }

    static func remove(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute("DROP TABLE IF EXISTS restoring")
    }

    /// - Throws: `restoring` where the mark is.
    static func check(_ connection: any SQLConnection) throws(StorageError) {
        guard try table.exists(in: connection), let row = try connection.row("SELECT backup FROM restoring") else {
            return
        }
        throw .restoring(backup: try row.text("backup"))
    }
}
