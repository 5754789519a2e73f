// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
internal import Synchronization

/// Tells whether anything in a database has changed, by whatever process: a look at memory that all its connections share, which is
/// done for each request.
///
/// A connection of its own that changes nothing, so that all changes are others'. It is used without GRDB, whose queue takes longer
/// than the look.
final class SQLiteChangeCounter: Sendable {
    private struct Handles: ~Copyable {
        let database: OpaquePointer
        let statement: OpaquePointer

        deinit {
            sqlite3_finalize(statement)
            sqlite3_close_v2(database)
        }
    }

    private let handles: Mutex<Handles?>

    /// - `path`: of a database that is there.
    init(path: String) throws(StorageError) {
        var database: OpaquePointer?
        // The mutex is what keeps threads apart.
        let opened = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        var statement: OpaquePointer?
        guard opened == SQLITE_OK, let database,
            sqlite3_prepare_v3(
                database, "PRAGMA data_version", -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else {
            let reason = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no memory"
            sqlite3_close_v2(database)
            throw .unavailable("the database \(path) cannot be watched: \(reason)")
        }
        handles = Mutex(Handles(database: database, statement: statement))
    }

    /// Another number after each change; nil where SQLite can't say, which whoever asks for more is told the reason of.
    var value: Int64? {
        handles.withLock { handles in
            guard let statement = handles?.statement else { return nil }
            defer { sqlite3_reset(statement) }
            return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
        }
    }

    func close() { handles.withLock { $0 = nil } }
}
