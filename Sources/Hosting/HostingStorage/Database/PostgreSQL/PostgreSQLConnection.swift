// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A transaction of PostgreSQL.
final class PostgreSQLConnection: SQLConnection {
    private let client: PostgreSQLClient
    let dialect = SQLDialect.postgreSQL

    init(client: PostgreSQLClient) { self.client = client }

    func rows(_ statement: SQL) throws(StorageError) -> [SQLRow] {
        let (text, values) = statement.bound(for: dialect)
        return try client.execute(text, values).rows()
    }

    func execute(_ statement: SQL) throws(StorageError) -> Int {
        let (text, values) = statement.bound(for: dialect)
        return try client.execute(text, values).changeCount
    }

    func signal(_ channel: SQLChannel) throws(StorageError) {
        _ = try client.execute("SELECT pg_notify($1, '')", [.text(channel.rawValue)])
    }
}
