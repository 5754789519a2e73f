// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

/// A transaction of the embedded database.
final class SQLiteConnection: SQLConnection {
    private let database: Database
    /// What is signalled when it has ended well.
    private(set) var channels: Set<SQLChannel> = []
    let dialect = SQLDialect.sqlite

    init(database: Database) { self.database = database }

    func rows(_ statement: SQL) throws(StorageError) -> [SQLRow] {
        let (text, values) = statement.bound(for: dialect)
        let arguments = try Self.arguments(values)
        do {
            if let rows = try Self.rows(database.cachedStatement(sql: text), arguments) { return rows }
            // A newer program has migrated the database.
            database.clearSchemaCache()
            guard let rows = try Self.rows(database.makeStatement(sql: text), arguments) else {
                throw StorageError.contended("the schema changes")
            }
            return rows
        } catch let error as StorageError { throw error } catch { throw SQLiteDatabase.error(error) }
    }

    /// - Returns: nil where a table has other columns than when the statement was made, whose names are those of then.
    private static func rows(_ statement: Statement, _ arguments: StatementArguments) throws -> [SQLRow]? {
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        let columns = Dictionary(
            statement.columnNames.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let width = statement.columnNames.count
        var rows: [SQLRow] = []
        while let row = try cursor.next() {
            // What is out of date is seen when it runs.
            if statement.columnCount != width { return nil }
            rows.append(SQLRow(columns: columns, values: row.databaseValues.map(value)))
        }
        return rows
    }

    func execute(_ statement: SQL) throws(StorageError) -> Int {
        let (text, values) = statement.bound(for: dialect)
        let arguments = try Self.arguments(values)
        do {
            try database.execute(sql: text, arguments: arguments)
            return database.changesCount
        } catch { throw SQLiteDatabase.error(error) }
    }

    func signal(_ channel: SQLChannel) { channels.insert(channel) }

    private static func value(_ value: DatabaseValue) -> SQLValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .bytes([UInt8](data))
        }
    }

    private static func arguments(_ values: [SQLValue]) throws(StorageError) -> StatementArguments {
        var arguments: [(any DatabaseValueConvertible)?] = []
        for value in values {
            switch value {
            case .null: arguments.append(nil)
            case .integer(let number): arguments.append(number)
            case .real(let number): arguments.append(number)
            case .text(let text):
                // PostgreSQL keeps none.
                guard !text.utf8.contains(0) else { throw .failed("a text holds a zero byte") }
                arguments.append(text)
            case .bytes(let bytes): arguments.append(Data(bytes))
            }
        }
        return StatementArguments(arguments)
    }
}
