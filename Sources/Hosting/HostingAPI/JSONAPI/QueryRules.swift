// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The parameters that an operation takes (hosting-api 1.5).
struct QueryRules: Equatable, Sendable {
    /// What a filter compares.
    enum Filter: Equatable, Sendable {
        case any
        case oneOf([String])
        /// One date and time (RFC 3339).
        case time
    }

    /// A list that comes in pages.
    struct Paging: Equatable, Sendable {
        /// Without a `limit`.
        let usual: Int
        let largest: Int

        static let list = Paging(usual: 50, largest: 200)
    }

    var filters: [String: Filter] = [:]
    var requiredFilters: Set<String> = []
    /// What it can be sorted by, rising; with a minus in front it falls.
    var sorts: [String] = []
    var includes: [String] = []
    /// Types whose `fields` can be chosen.
    var fields: [ResourceSchema] = []
    var paging: Paging?
    /// The largest `limit[name]` of included relationships to many.
    var nestedLimits: [String: Int] = [:]

    /// The names of all parameters, sorted.
    var names: [String] {
        var names = filters.keys.map { "filter[\($0)]" } + fields.map { "fields[\($0.type)]" }
        names += nestedLimits.keys.map { "limit[\($0)]" }
        if !sorts.isEmpty { names.append("sort") }
        if !includes.isEmpty { names.append("include") }
        if paging != nil { names += ["cursor", "limit"] }
        return names.sorted()
    }
}
