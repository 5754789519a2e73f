// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The parameters that an operation takes (hosting-api 1.5).
struct QueryRules: Equatable, Sendable {
    /// What a filter compares.
    enum Filter: Equatable, Sendable {
        case any
        case oneOf(EnumerationSchema)
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
    /// Types of App Store Connect whose `fields` can be chosen, and of which no resource comes.
    private(set) var absentTypes: Set<String> = []
    /// What there may be or not: `exists[name]`. Here it never is.
    var existences: [String] = []
    var paging: Paging?
    /// The largest `limit[name]` of included relationships to many.
    var nestedLimits: [String: Int] = [:]

    /// The most that `limit` of a relationship can be (hosting-api 1.5).
    static let largestNestedLimit = 50

    /// Takes what App Store Connect can include with resources of a type, besides what is kept here.
    mutating func addAbsent(of schema: ResourceSchema) {
        for relationship in schema.absent {
            includes.append(relationship.name)
            absentTypes.insert(relationship.type)
            if relationship.isToMany { nestedLimits[relationship.name] = Self.largestNestedLimit }
        }
    }

    func addingAbsent(of schema: ResourceSchema) -> QueryRules {
        var rules = self
        rules.addAbsent(of: schema)
        return rules
    }

    /// The names of all parameters, sorted.
    var names: [String] {
        var names = filters.keys.map { "filter[\($0)]" } + fields.map { "fields[\($0.type)]" }
        names += absentTypes.map { "fields[\($0)]" } + existences.map { "exists[\($0)]" }
        names += nestedLimits.keys.map { "limit[\($0)]" }
        if !sorts.isEmpty { names.append("sort") }
        if !includes.isEmpty { names.append("include") }
        if paging != nil { names += ["cursor", "limit"] }
        return names.sorted()
    }
}
