// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// All operations, by their paths.
struct OperationTable: Sendable {
    /// What a path is.
    enum Match: Sendable {
        case operation(Operation, id: String)
        /// Something of a type of the interface that cannot be done with it.
        ///
        /// - `name`, `allowed`: as App Store Connect calls operations, `GET_COLLECTION`.
        /// - `methods`: those of the path.
        case operationNotAllowed(name: String, type: String, allowed: [String], methods: [Operation.Method])
        /// Another path of the interface, and a method that it has not got.
        case methodNotAllowed(allowed: [Operation.Method])
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
        if let index = found?.first(where: { operations[$0].method.rawValue == method }) {
            return .operation(operations[index], id: id)
        }
        let methods = found?.map { operations[$0].method } ?? []
        if let method = Operation.Method(rawValue: method), let place = Self.place(parts) {
            let (name, allowed) = (Self.name(method, isInstance: place.isInstance), allowed(of: place.type))
            // One that the type has, at another path, is a matter of the path.
            if !allowed.isEmpty, !allowed.contains(name) {
                return .operationNotAllowed(name: name, type: place.type, allowed: allowed, methods: methods)
            }
        }
        return methods.isEmpty ? .nothing : .methodNotAllowed(allowed: methods)
    }

    private func allowed(of type: String) -> [String] {
        operations.compactMap { operation in
            guard let place = Self.place(Self.parts(of: operation.path)), place.type == type else { return nil }
            return Self.name(operation.method, isInstance: place.isInstance)
        }.sorted()
    }

    private static func name(_ method: Operation.Method, isInstance: Bool) -> String {
        switch method {
        case .post: "CREATE"
        case .delete: "DELETE"
        case .patch: "UPDATE"
        case .get: isInstance ? "GET_INSTANCE" : "GET_COLLECTION"
        }
    }

    /// What the path of a type, or of one of its resources, is of.
    private static func place(_ parts: [Substring]) -> (type: String, isInstance: Bool)? {
        let isOwn = parts.first == "ba"
        let start = isOwn ? 2 : 1
        guard parts.count > start, parts[isOwn ? 1 : 0] == "v1", [start + 1, start + 2].contains(parts.count),
            parts.last != ""
        else { return nil }
        return (String(parts[start]), parts.count == start + 2)
    }

    /// `/v1/apps/1/backgroundAssets` has four.
    private static func parts(of path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}
