// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A statement with its values, which never become part of its text: what is interpolated into it is bound.
///
///     connection.rows("SELECT name FROM apps WHERE bundle_id = \(bundleID)")
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(pieces: [""], bindings: [])

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { sql.append(literal) }

        package mutating func appendInterpolation(_ value: some SQLConvertible) { sql.bind(.value(value.sqlValue)) }

        /// NULL without a value.
        package mutating func appendInterpolation(_ value: (some SQLConvertible)?) {
            sql.bind(.value(value?.sqlValue ?? .null))
        }

        /// The values of a list, with commas between: `IN (\(ids))`.
        package mutating func appendInterpolation(list values: [some SQLConvertible]) {
            // No list of SQL is empty; nothing equals NULL.
            if values.isEmpty { sql.append("NULL") }
            for (index, value) in values.enumerated() {
                if index > 0 { sql.append(", ") }
                sql.bind(.value(value.sqlValue))
            }
        }

        /// The names of any number of records: `id IN (\(names: ids))`.
        package mutating func appendInterpolation(names: [String]) { sql.bind(.names(names)) }

        /// A part of the statement.
        package mutating func appendInterpolation(_ part: SQL) { sql.append(part) }
    }

    private enum Binding: Sendable {
        case value(SQLValue)
        case names([String])
    }

    /// The text between what is bound; one more than that.
    private var pieces: [String]
    private var bindings: [Binding]

    private init(pieces: [String], bindings: [Binding]) {
        self.pieces = pieces
        self.bindings = bindings
    }

    package init(stringLiteral value: String) { self.init(pieces: [value], bindings: []) }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    /// A statement of a migration, or a name out of a fixed list: no input from outside.
    package init(verbatim text: String) { self.init(pieces: [text], bindings: []) }

    /// The statement as a database takes it, with its values in their order.
    package func bound(for dialect: SQLDialect) -> (text: String, values: [SQLValue]) {
        var (text, values): (String, [SQLValue]) = (pieces[0], [])
        func append(_ value: SQLValue) {
            values.append(value)
            text += dialect.placeholder(values.count)
        }
        for (piece, binding) in zip(pieces.dropFirst(), bindings) {
            switch binding {
            case .value(let value): append(value)
            case .names(let names):
                if let (before, array, after) = dialect.array(of: names) {
                    text += before
                    append(.text(array))
                    text += after
                } else {
                    // No list of SQL is empty; nothing equals NULL.
                    if names.isEmpty { text += "NULL" }
                    for (index, name) in names.enumerated() {
                        if index > 0 { text += ", " }
                        append(.text(name))
                    }
                }
            }
            text += piece
        }
        return (text, values)
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
        bindings += part.bindings
    }

    private mutating func bind(_ binding: Binding) {
        pieces.append("")
        bindings.append(binding)
    }
}
