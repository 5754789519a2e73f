// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What a request asks of an operation by its parameters, as its rules allow it.
struct ResourceQuery: Equatable, Sendable {
    struct Sort: Equatable, Sendable {
        let name: String
        let isFalling: Bool
    }

    /// By name; something is found that has any of the values.
    private(set) var filters: [String: [String]] = [:]
    private(set) var sorts: [Sort] = []
    private(set) var includes: Set<String> = []
    private(set) var limit: Int
    private(set) var nestedLimits: [String: Int] = [:]
    private(set) var cursor: PageCursor?
    /// By name: whether what is listed has it.
    private(set) var existences: [String: Bool] = [:]
    /// By type; all fields of a type that is not named.
    private var fields: [String: Set<String>] = [:]

    /// - Throws: all that is wrong with the parameters.
    init(_ text: QueryText, rules: QueryRules) throws(APIFailure) {
        limit = rules.paging?.usual ?? 0
        var faults: [APIError] = []
        var seen: Set<String> = []
        for (name, value) in text.items {
            let isRepeated = !seen.insert(name).inserted
            if let fault = take(name, value, rules, isRepeated: isRepeated) { faults.append(fault) }
        }
        for name in rules.requiredFilters.sorted() where filters[name] == nil {
            faults.append(.parameterRequired("filter[\(name)]"))
        }
        if let cursor, cursor.sorts != sorts.map(\.description) {
            faults.append(.parameterInvalid("cursor", "The cursor belongs to a list in another order"))
        }
        if let failure = APIFailure(faults) { throw failure }
    }

    /// Whether a field of a resource is wanted.
    func wants(_ field: String, of type: String) -> Bool { fields[type]?.contains(field) ?? true }

    // MARK: Parameters

    private mutating func take(_ name: String, _ value: String, _ rules: QueryRules, isRepeated: Bool) -> APIError? {
        switch name {
        case "sort" where !rules.sorts.isEmpty: return takeSorts(value, rules)
        case "include" where !rules.includes.isEmpty:
            return takeList(value, name, allowed: rules.includes) { includes.formUnion($0) }
        case "limit": if let paging = rules.paging { return takeLimit(value, name, paging.largest, isRepeated) }
        case "cursor" where rules.paging != nil: return takeCursor(value, isRepeated)
        default: break
        }
        guard let bracket = name.firstIndex(of: "["), name.last == "]" else { return illegal(name, rules) }
        let inner = String(name[name.index(after: bracket)...].dropLast())
        switch name[..<bracket] {
        case "filter":
            guard let filter = rules.filters[inner] else { break }
            return takeFilter(value, inner, name, filter)
        case "fields":
            if rules.absentTypes.contains(inner) { return nil }
            guard let schema = rules.fields.first(where: { $0.type == inner }) else { break }
            return takeList(value, name, allowed: schema.fields) { fields[inner, default: []].formUnion($0) }
        case "exists" where rules.existences.contains(inner): return takeExistence(value, inner, name, isRepeated)
        case "limit":
            guard let largest = rules.nestedLimits[inner] else { break }
            return takeLimit(value, inner, largest, isRepeated)
        default: break
        }
        return illegal(name, rules)
    }

    private func illegal(_ name: String, _ rules: QueryRules) -> APIError {
        let names = rules.names
        return .parameterIllegal(
            name,
            "The parameter '\(name)' can not be used with this request. "
                + (names.isEmpty ? "It takes none" : "It takes: \(names.joined(separator: ", "))"))
    }

    private func takeList(_ value: String, _ name: String, allowed: [String], _ use: ([String]) -> Void) -> APIError? {
        // An empty list is one, too: no field at all.
        let values =
            value.isEmpty ? [] : value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let wrong = values.first(where: { !allowed.contains($0) }) {
            return .parameterInvalid(
                name, "'\(wrong)' is not a valid value of it. Valid values are: \(allowed.joined(separator: ", "))")
        }
        use(values)
        return nil
    }

    private mutating func takeFilter(
        _ value: String, _ inner: String, _ name: String, _ filter: QueryRules.Filter
    ) -> APIError? {
        let values = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if case .oneOf(let allowed) = filter, let wrong = values.first(where: { !allowed.values.contains($0) }) {
            let valid = allowed.values.joined(separator: ", ")
            return .parameterInvalid(name, "'\(wrong)' is not a valid value of it. Valid values are: \(valid)")
        }
        if case .time = filter, filters[inner] != nil || values.count != 1 || Timestamp(value) == nil {
            return .parameterInvalid(name, "It must be one date, such as 2026-10-01T08:00:00Z")
        }
        filters[inner, default: []] += values
        return nil
    }

    private mutating func takeExistence(
        _ value: String, _ inner: String, _ name: String, _ isRepeated: Bool
    ) -> APIError? {
        guard !isRepeated, let isThere = Bool(value) else {
            return .parameterInvalid(name, "It must be true or false, once")
        }
        existences[inner] = isThere
        return nil
    }

    private mutating func takeSorts(_ value: String, _ rules: QueryRules) -> APIError? {
        if value.isEmpty { return nil }
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            let isFalling = part.hasPrefix("-")
            let name = String(isFalling ? part.dropFirst() : part)
            guard rules.sorts.contains(name) else {
                let all = rules.sorts.flatMap { [$0, "-" + $0] }.joined(separator: ", ")
                return .parameterInvalid("sort", "'\(part)' is not a valid value of it. Valid values are: \(all)")
            }
            // What is sorted by it already cannot be sorted by it further.
            if sorts.contains(where: { $0.name == name }) { continue }
            sorts.append(Sort(name: name, isFalling: isFalling))
        }
        return nil
    }

    private mutating func takeLimit(_ value: String, _ inner: String, _ largest: Int, _ isRepeated: Bool) -> APIError? {
        let name = inner == "limit" ? inner : "limit[\(inner)]"
        if isRepeated { return .parameterInvalid(name, "It comes twice") }
        guard value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(value),
            (1...largest).contains(number)
        else { return .parameterInvalid(name, "It must be a whole number between 1 and \(largest)") }
        if inner == "limit" { limit = number } else { nestedLimits[inner] = number }
        return nil
    }

    private mutating func takeCursor(_ value: String, _ isRepeated: Bool) -> APIError? {
        guard !isRepeated, let cursor = PageCursor(value) else {
            return .parameterInvalid("cursor", "It is none that this server has made: begin with the first page")
        }
        self.cursor = cursor
        return nil
    }
}

extension ResourceQuery.Sort: CustomStringConvertible {
    var description: String { (isFalling ? "-" : "") + name }
}
