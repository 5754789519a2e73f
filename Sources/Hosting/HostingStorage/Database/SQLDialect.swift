// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// In what the databases differ as far as statements are concerned.
package enum SQLDialect: Sendable {
    case sqlite
    case postgreSQL

    /// What a query ends with that takes rows for itself, and passes over those that others have taken. SQLite has one writer
    /// at a time.
    package var skippingLocked: SQL { self == .postgreSQL ? " FOR UPDATE SKIP LOCKED" : "" }

    /// The text of a migration, in which types are written `{integer}`, `{text}` and `{bytes}`.
    package func schema(_ text: String) -> SQL {
        let types =
            switch self {
            case .sqlite: ["{integer}": "INTEGER", "{text}": "TEXT", "{bytes}": "BLOB"]
            // Text is compared byte by byte, as SQLite does it.
            case .postgreSQL: ["{integer}": "BIGINT", "{text}": "TEXT COLLATE \"C\"", "{bytes}": "BYTEA"]
            }
        return SQL(verbatim: types.reduce(text) { $0.replacing($1.key, with: $1.value) })
    }
}
