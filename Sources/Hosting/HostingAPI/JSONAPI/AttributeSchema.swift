// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// A member of an object: an attribute of a resource, or a part of one.
struct AttributeSchema: Equatable, Sendable {
    let name: String
    let value: ValueSchema
    var isRequired = false
    var isNullable = false

    init(_ name: String, _ value: ValueSchema, isRequired: Bool = false, isNullable: Bool = false) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.isNullable = isNullable
    }
}

extension [AttributeSchema] {
    /// What is wrong with an object that has these members, and no others.
    func faults(of node: JSONNode, at pointer: String) -> [APIError] {
        guard case .object(let members) = node.content else {
            return [.attribute(.type, "It is \(node.kind), and must be an object", at: pointer)]
        }
        var faults: [APIError] = []
        for schema in self {
            let place = pointer + "/" + JSONPointer.escaped(schema.name)
            guard let member = node[schema.name] else {
                if schema.isRequired {
                    faults.append(
                        .attribute(.required, "You must provide a value for the attribute '\(schema.name)'", at: place))
                }
                continue
            }
            if case .null = member.content {
                if !schema.isNullable {
                    faults.append(.attribute(.required, "The attribute '\(schema.name)' may not be null", at: place))
                }
            } else {
                faults += schema.value.faults(of: member, at: place)
            }
        }
        let known = Set(map(\.name))
        for member in members where !known.contains(member.key) {
            faults.append(
                .attribute(
                    .unknown, "'\(member.key)' is not an attribute that this request can have",
                    at: pointer + "/" + JSONPointer.escaped(member.key)))
        }
        return faults
    }
}
