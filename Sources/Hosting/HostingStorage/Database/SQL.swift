// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A statement with its values, which never become part of its text: what is interpolated into it is bound.
///
///     connection.rows("SELECT name FROM apps WHERE bundle_id = \(bundleID)")
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(pieces: [""], values: [])

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { sql.append(literal) }

        package mutating func appendInterpolation(_ value: some SQLConvertible) { sql.bind(value.sqlValue) }

        /// NULL without a value.
        package mutating func appendInterpolation(_ value: (some SQLConvertible)?) {
            sql.bind(value?.sqlValue ?? .null)
        }

        /// The values of a list, with commas between: `IN (\(ids))`.
        package mutating func appendInterpolation(list values: [some SQLConvertible]) {
            // No list of SQL is empty; nothing equals NULL.
            if values.isEmpty { sql.append("NULL") }
            for (index, value) in values.enumerated() {
                if index > 0 { sql.append(", ") }
                sql.bind(value.sqlValue)
            }
        }

        /// A part of the statement.
        package mutating func appendInterpolation(_ part: SQL) { sql.append(part) }
    }

    /// The text between the values; one more than these.
    private var pieces: [String]
    package private(set) var values: [SQLValue]

    private init(pieces: [String], values: [SQLValue]) {
        self.pieces = pieces
        self.values = values
    }

    package init(stringLiteral value: String) { self.init(pieces: [value], values: []) }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    /// A statement of a migration, or a name out of a fixed list: no input from outside.
    package init(verbatim text: String) { self.init(pieces: [text], values: []) }

    /// - `placeholder`: how a value is written, by its place, which begins at 1.
    package func text(placeholder: (Int) -> String) -> String {
        var text = pieces[0]
        for (index, piece) in pieces.dropFirst().enumerated() { text += placeholder(index + 1) + piece }
        return text
    }

    package static func + (first: SQL, second: SQL) -> SQL {
        var sum = first
        sum.append(second)
        return sum
    }

    package static func += (first: inout SQL, second: SQL) { first.append(second) }

    /// - `separator`: stands between each two.
    package static func joined(_ parts: [SQL], by separator: SQL) -> SQL {
        var sum = parts.first ?? ""
        for part in parts.dropFirst() { sum += separator + part }
        return sum
    }

    private mutating func append(_ text: String) { pieces[pieces.count - 1] += text }

    private mutating func append(_ part: SQL) {
        append(part.pieces[0])
        pieces += part.pieces.dropFirst()
        values += part.values
    }

    private mutating func bind(_ value: SQLValue) {
        pieces.append("")
        values.append(value)
    }
}
