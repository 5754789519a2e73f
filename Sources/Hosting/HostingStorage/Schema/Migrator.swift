// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Brings the schema of a database up to date, in one transaction. Of several servers that start at a time, one does it.
struct Migrator {
    let migrations: [Migration]

    init(_ migrations: [Migration] = Migration.all) { self.migrations = migrations }

    /// - Returns: the steps that were taken.
    /// - Throws: `newer` when the database has steps that are unknown here: nothing is changed.
    @discardableResult
    func run(_ database: any SQLDatabase) async throws(StorageError) -> [String] {
        try await database.write { [migrations] (connection) throws(StorageError) in
            // One after the other: who comes second sees what the first has done at its next try.
            if case .postgreSQL = connection.dialect {
                // Any number that only this program uses.
                _ = try connection.rows("SELECT pg_advisory_xact_lock(7241989263)")
            }
            try connection.execute(
                connection.dialect.schema(
                    "CREATE TABLE IF NOT EXISTS migrations (name {text} NOT NULL PRIMARY KEY, place {integer} NOT NULL)"
                ))
            let rows = try connection.rows("SELECT name FROM migrations ORDER BY place")
            var done: [String] = []
            for row in rows { done.append(try row.text("name")) }
            for (index, name) in done.enumerated() where index >= migrations.count || migrations[index].name != name {
                throw .newer(migration: name)
            }
            let missing = migrations.dropFirst(done.count)
            for (index, migration) in zip(missing.indices, missing) {
                for statement in migration.statements(for: connection.dialect) { try connection.execute(statement) }
                try connection.execute("INSERT INTO migrations (name, place) VALUES (\(migration.name), \(index))")
            }
            return missing.map(\.name)
        }
    }
}
