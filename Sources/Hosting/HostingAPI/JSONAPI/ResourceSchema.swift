// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A type of resources: what one has, and where it is.
struct ResourceSchema: Equatable, Sendable {
    /// As in `type`, and in its address.
    let type: String
    let attributes: [AttributeSchema]
    let relationships: [RelationshipSchema]
    /// What stands before the type in its address; nil for one that has none and comes with others only.
    let prefix: String?
    /// What App Store Connect's resources of the type can include besides.
    let absent: [AbsentRelationship]
    /// Fields that these have besides: they can be chosen, and are never there.
    private let absentFields: [String]

    init(
        _ type: String, prefix: String? = "/v1", attributes: [AttributeSchema],
        relationships: [RelationshipSchema] = [], absent: [AbsentRelationship] = [], absentFields: [String] = []
    ) {
        self.type = type
        self.prefix = prefix
        self.attributes = attributes
        self.relationships = relationships
        self.absent = absent
        self.absentFields = absentFields
    }

    /// Names that are not told apart: attributes and relationships share one namespace, and `type` and `id` are of it, too
    /// (JSON:API, Fields).
    var ambiguousNames: [String] {
        var seen: Set<String> = ["type", "id"]
        let names = attributes.map(\.name) + relationships.map(\.name) + absent.map(\.name) + absentFields
        return names.filter { !seen.insert($0).inserted }
    }

    /// The names that `fields[type]` can have.
    var fields: [String] {
        attributes.map(\.name) + relationships.map(\.name) + absent.map(\.name) + absentFields
    }

    func path(of id: String) -> String? { prefix.map { "\($0)/\(type)/\(id)" } }
}
