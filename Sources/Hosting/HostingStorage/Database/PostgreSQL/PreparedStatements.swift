// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which statements a connection's server has read and planned once for all. Each that comes a second time is one; those of lists with
/// filters, of which there is no end, are not, once there are many.
struct PreparedStatements {
    private static let largestCount = 256

    enum Use: Equatable {
        case prepared(String)
        /// It is to be prepared under this name, and added.
        case new(String)
        case seldom
    }

    private var names: [String: String] = [:]
    /// Seen once.
    private var seen: Set<String> = []

    /// What is to be done with a statement.
    mutating func use(of text: String) -> Use {
        if let name = names[text] { return .prepared(name) }
        if names.count >= Self.largestCount { return .seldom }
        if seen.remove(text) != nil { return .new(nextName) }
        if seen.count >= Self.largestCount { seen = [] }
        seen.insert(text)
        return .seldom
    }

    /// A statement has been prepared, under the name that `use` has given.
    mutating func add(_ text: String) { names[text] = nextName }

    private var nextName: String { "s\(names.count)" }
}
