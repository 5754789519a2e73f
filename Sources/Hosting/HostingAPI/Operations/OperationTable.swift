// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// All operations, by their paths.
struct OperationTable: Sendable {
    /// What a path is.
    enum Match: Sendable {
        case operation(Operation, id: String)
        /// A path of the interface, and a method that it has not got.
        case methodNotAllowed(allowed: [Operation.Method])
        /// The path of a type whose resources are listed elsewhere only.
        ///
        /// - `allowed`: what can be done with them, as App Store Connect calls it.
        case notListed(type: String, allowed: [String])
        case nothing
    }

    private(set) var operations: [Operation] = []
    /// By the parts of their paths, with nil in the place of an identifier.
    private var places: [[String?]: [Int]] = [:]

    mutating func add(_ operation: Operation) {
        let parts = Self.parts(of: operation.path).map { $0 == "{id}" ? nil : String($0) }
        places[parts, default: []].append(operations.count)
        operations.append(operation)
    }

    func match(_ method: String, path: String) -> Match {
        let parts = Self.parts(of: path)
        let key = parts.map { Optional(String($0)) }
        var found = places[key]
        var id = ""
        // An identifier stands behind the type, which is the second part, or the third under /ba/v1.
        for place in [2, 3] where found == nil && parts.count > place {
            var other = key
            other[place] = nil
            found = places[other]
            if found != nil { id = String(parts[place]) }
        }
        guard let found else { return .nothing }
        if let index = found.first(where: { operations[$0].method.rawValue == method }) {
            return .operation(operations[index], id: id)
        }
        if method == Operation.Method.get.rawValue, parts.count == 2 {
            let type = String(parts[1])
            return .notListed(type: type, allowed: allowed(of: type))
        }
        return .methodNotAllowed(allowed: found.map { operations[$0].method })
    }

    private func allowed(of type: String) -> [String] {
        operations.compactMap { operation in
            let parts = Self.parts(of: operation.path)
            guard parts.count <= 3, parts.count > 1, parts[1] == type else { return nil }
            return switch (operation.method, parts.count) {
            case (.post, _): "CREATE"
            case (.delete, _): "DELETE"
            case (.patch, _): "UPDATE"
            case (.get, 2): "GET_COLLECTION"
            case (.get, _): "GET_INSTANCE"
            }
        }.sorted()
    }

    /// `/v1/apps/1/backgroundAssets` has four.
    private static func parts(of path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}
