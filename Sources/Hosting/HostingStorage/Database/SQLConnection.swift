// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A transaction of a database. It is used on one thread, and blocks it.
package protocol SQLConnection {
    /// What differs between the databases.
    var dialect: SQLDialect { get }

    /// Executes a statement.
    ///
    /// - Returns: what it found, or `RETURNING` what it changed.
    func rows(_ statement: SQL) throws(StorageError) -> [SQLRow]

    /// Executes a statement.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    func execute(_ statement: SQL) throws(StorageError) -> Int

    /// Tells whoever listens, on all servers, when the transaction has ended well.
    func signal(_ channel: SQLChannel) throws(StorageError)
}

extension SQLConnection {
    /// The only row that a statement finds; nil when there is none.
    package func row(_ statement: SQL) throws(StorageError) -> SQLRow? {
        let rows = try rows(statement)
        guard rows.count <= 1 else { throw .unexpected("\(rows.count) rows where one at most was looked for") }
        return rows.first
    }
}
