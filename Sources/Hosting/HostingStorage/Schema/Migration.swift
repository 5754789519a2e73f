// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A step of the schema, for both databases. What has been released is never changed again.
struct Migration: Sendable {
    /// Unique; the steps are taken in the order of the list.
    let name: String
    private let statements: [String]
    /// Those that the databases have no common language for, after the others.
    private let ownStatements: [SQLDialect: [String]]

    /// - `text`: statements with semicolons at the end of lines; types as `SQLDialect.schema` takes them.
    init(_ name: String, _ text: String, own: [SQLDialect: String] = [:]) {
        self.name = name
        statements = Self.statements(of: text)
        ownStatements = own.mapValues(Self.statements)
    }

    private static func statements(of text: String) -> [String] {
        text.split(separator: ";\n").map(String.init).filter { $0.contains { !$0.isWhitespace } }
    }

    func statements(for dialect: SQLDialect) -> [SQL] {
        (statements + (ownStatements[dialect] ?? [])).map(dialect.schema)
    }
}
