// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A step of the schema, for both databases. What has been released is never changed again.
struct Migration: Sendable {
    /// Unique; the steps are taken in the order of the list.
    let name: String
    let statements: [String]

    /// - `text`: statements with semicolons at the end of lines; types as `SQLDialect.schema` takes them.
    init(_ name: String, _ text: String) {
        self.name = name
        statements = text.split(separator: ";\n").map(String.init).filter { $0.contains { !$0.isWhitespace } }
    }
}
