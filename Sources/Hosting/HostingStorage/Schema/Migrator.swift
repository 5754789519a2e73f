// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Brings the schema of a database up to date, in one transaction. Of several servers that start at a time, one does it.
struct Migrator {
    let migrations: [Migration]
    /// Whether it is for the one that makes a host of a backup.
    private let isRestoring: Bool

    init(_ migrations: [Migration] = Migration.all, isRestoring: Bool = false) {
        self.migrations = migrations
        self.isRestoring = isRestoring
    }

    /// - Returns: the steps that were taken.
    /// - Throws: `newer` when the database has steps that are unknown here, `restoring` when it is to become a host of a backup,
    ///   `noHost` when it has none, and none is to be begun: nothing is changed.
    @discardableResult
    func run(_ database: any SQLDatabase, beginsHost: Bool = true) async throws(StorageError) -> [String] {
        try await database.write { [migrations, isRestoring] (connection) throws(StorageError) in
            try connection.checkWritable()
            // One after the other: who comes second sees what the first has done at its next try.
            if case .postgreSQL = connection.dialect {
                // Any number that only this program uses.
                _ = try connection.rows("SELECT pg_advisory_xact_lock(7241989263)")
            }
            if !isRestoring { try RestoreMark.check(connection) }
            let isMade = try BackupTable("migrations").exists(in: connection)
            if !isMade {
                guard beginsHost else { throw .noHost }
                try Self.checkForeignTables(connection)
                try connection.checkMayMakeTables()
            }
            try connection.execute(
                connection.dialect.schema(
                    "CREATE TABLE IF NOT EXISTS migrations (name {text} NOT NULL PRIMARY KEY, place {integer} NOT NULL)"
                ))
            let done = try Self.known(migrations, in: connection)
            let missing = migrations.dropFirst(done.count)
            for (index, migration) in zip(missing.indices, missing) {
                for statement in migration.statements(for: connection.dialect) { try connection.execute(statement) }
                try connection.execute("INSERT INTO migrations (name, place) VALUES (\(migration.name), \(index))")
            }
            return missing.map(\.name)
        }
    }

    /// Changes nothing, and throws what `run` would.
    func check(_ database: any SQLDatabase) async throws(StorageError) {
        try await database.read { [migrations] (connection) throws(StorageError) in
            try connection.checkWritable()
            try RestoreMark.check(connection)
            let isMade = try BackupTable("migrations").exists(in: connection)
            let done = isMade ? try Self.known(migrations, in: connection).count : 0
            if !isMade { try Self.checkForeignTables(connection) }
            if done < migrations.count { try connection.checkMayMakeTables() }
        }
    }

    /// - Throws: `conflict` when somebody else has tables by the names of ours.
    private static func checkForeignTables(_ connection: any SQLConnection) throws(StorageError) {
        for table in BackupTable.all where try table.exists(in: connection) {
            throw .conflict(
                "the database has a table \(table.name) already, and is no host's: give the host a database, or a schema, of its own"
            )
        }
    }

    /// The steps that the database has, all of which are of these.
    private static func known(
        _ migrations: [Migration], in connection: any SQLConnection
    ) throws(StorageError) -> [String] {
        var done: [String] = []
        for row in try connection.rows("SELECT name FROM migrations ORDER BY place") {
            done.append(try row.text("name"))
        }
        for (index, name) in done.enumerated() where index >= migrations.count || migrations[index].name != name {
            throw .newer(migration: name)
        }
        return done
    }
}
