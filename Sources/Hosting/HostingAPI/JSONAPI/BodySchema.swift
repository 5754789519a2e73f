// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the body of a request may be: the document of one resource, or of what a relationship of one leads to.
struct BodySchema: Equatable, Sendable {
    let type: String
    /// A resource that is there already has its ID in the body, too.
    let hasID: Bool
    let attributes: [AttributeSchema]
    let relationships: [RelationshipSchema]
    /// What it is all about, in a body that names what a relationship to one leads to from now on, and has nothing else.
    var linkage: RelationshipSchema?

    /// Makes a resource.
    static func create(
        _ type: String, attributes: [AttributeSchema] = [], relationships: [RelationshipSchema] = []
    ) -> BodySchema {
        BodySchema(type: type, hasID: false, attributes: attributes, relationships: relationships)
    }

    /// Changes one.
    static func update(
        _ type: String, attributes: [AttributeSchema] = [], relationships: [RelationshipSchema] = []
    ) -> BodySchema {
        BodySchema(type: type, hasID: true, attributes: attributes, relationships: relationships)
    }

    /// Has a relationship to one lead elsewhere, or nowhere.
    ///
    /// - `type`: of the resource that has it.
    static func linkage(_ relationship: RelationshipSchema, of type: String) -> BodySchema {
        BodySchema(type: type, hasID: false, attributes: [], relationships: [], linkage: relationship)
    }
}
