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

    /// Where a value stands in a statement, by its place, which begins at 1.
    func placeholder(_ place: Int) -> String { self == .postgreSQL ? "$\(place)" : "?" }

    /// Names as one value, with what stands around it in a list: a statement of two hundred values is read and planned for longer
    /// than it runs. nil where they are values of their own.
    func array(of names: [String]) -> (before: String, value: String, after: String)? {
        guard self == .postgreSQL else { return nil }
        var bytes = Array("{".utf8)
        for (index, name) in names.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            for byte in name.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
        return ("SELECT unnest(", String(decoding: bytes, as: UTF8.self), "::text[])")
    }

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
