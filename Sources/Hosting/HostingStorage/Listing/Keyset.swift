// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The order of a list, and the place in it where a page begins. Pages hold together while rows come and go.
package struct Keyset: Sendable {
    /// What a list is sorted by.
    package struct Key: Sendable {
        /// A column of the query.
        let column: SQL
        let isFalling: Bool

        package init(_ column: SQL, isFalling: Bool = false) {
            self.column = column
            self.isFalling = isFalling
        }
    }

    private let keys: [Key]
    /// The values of these in the last row before the page.
    private let after: [SQLValue]?

    /// - `keys`: together they tell each row from all others.
    /// - `after`: as many as there are keys; nil for the first page.
    package init(_ keys: [Key], after: [SQLValue]? = nil) {
        self.keys = keys
        self.after = after?.count == keys.count ? after : nil
    }

    /// `ORDER BY …`.
    package var order: SQL {
        " ORDER BY " + SQL.joined(keys.map { $0.column + ($0.isFalling ? " DESC" : "") }, by: ", ")
    }

    /// What holds for the rows of the page and of those after it; nil for all of them.
    package var condition: SQL? {
        guard let after, let first = keys.first else { return nil }
        // An index serves this form.
        if keys.allSatisfy({ $0.isFalling == first.isFalling }) {
            let columns = SQL.joined(keys.map(\.column), by: ", ")
            return "(" + columns + ")" + (first.isFalling ? " < " : " > ") + "(\(list: after))"
        }
        let steps = keys.indices.map { index in
            let equal = zip(keys, after).prefix(index).map { key, value in key.column + " = \(value)" }
            let key = keys[index]
            return "("
                + SQL.joined(equal + [key.column + (key.isFalling ? " < " : " > ") + "\(after[index])"], by: " AND ")
                + ")"
        }
        return "(" + SQL.joined(steps, by: " OR ") + ")"
    }
}
