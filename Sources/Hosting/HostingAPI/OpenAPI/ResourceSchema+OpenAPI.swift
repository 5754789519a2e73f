// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

extension ResourceSchema {
    /// What a response shows of a resource.
    var openAPI: JSONValue {
        var properties: [String: JSONValue] = [
            "type": .object(["type": .string("string"), "enum": .array([.string(type)])]),
            "id": .object(["type": .string("string")]),
        ]
        if !attributes.isEmpty { properties["attributes"] = attributes.openAPI }
        if !relationships.isEmpty {
            properties["relationships"] = .object([
                "type": .string("object"), "additionalProperties": .bool(false),
                "properties": .object(
                    Dictionary(relationships.map { ($0.name, $0.openAPI) }, uniquingKeysWith: { $1 })),
            ])
        }
        if prefix != nil { properties["links"] = OpenAPIDocument.reference("ResourceLinks") }
        return .object([
            "type": .string("object"), "required": .array([.string("type"), .string("id")]),
            "additionalProperties": .bool(false), "properties": .object(properties),
        ])
    }
}

extension RelationshipSchema {
    fileprivate var openAPI: JSONValue {
        let identifier = identifierSchema
        var properties: [String: JSONValue] = [
            "data": isToMany ? .object(["type": .string("array"), "items": identifier]) : identifier
        ]
        if hasAddress { properties["links"] = OpenAPIDocument.reference("RelationshipLinks") }
        if isToMany { properties["meta"] = OpenAPIDocument.reference("PagingInformation") }
        return .object([
            "type": .string("object"), "additionalProperties": .bool(false), "properties": .object(properties),
        ])
    }

    /// A name of what it leads to.
    var identifierSchema: JSONValue { OpenAPIDocument.identifierSchema(type) }
}

extension BodySchema {
    /// The body of a request.
    var openAPI: JSONValue {
        if let linkage { return Self.document(Self.optional(linkage.identifierSchema)) }
        var properties: [String: JSONValue] = [
            "type": .object(["type": .string("string"), "enum": .array([.string(type)])])
        ]
        var required = ["type"]
        if hasID {
            properties["id"] = .object(["type": .string("string")])
            required.append("id")
        }
        if !attributes.isEmpty {
            properties["attributes"] = attributes.openAPI
            if attributes.contains(where: \.isRequired) { required.append("attributes") }
        }
        if !relationships.isEmpty {
            let names = relationships.filter(\.isRequired).map { JSONValue.string($0.name) }
            var members: [String: JSONValue] = [
                "type": .string("object"), "additionalProperties": .bool(false),
                "properties": .object(
                    Dictionary(relationships.map { ($0.name, Self.linkage($0)) }, uniquingKeysWith: { $1 })),
            ]
            if !names.isEmpty {
                members["required"] = .array(names)
                required.append("relationships")
            }
            properties["relationships"] = .object(members)
        }
        return Self.document(
            .object([
                "type": .string("object"), "required": .array(required.map(JSONValue.string)),
                "additionalProperties": .bool(false), "properties": .object(properties),
            ]))
    }

    private static func document(_ data: JSONValue) -> JSONValue {
        .object([
            "type": .string("object"), "required": .array([.string("data")]), "properties": .object(["data": data]),
        ])
    }

    private static func optional(_ data: JSONValue) -> JSONValue {
        .object(["anyOf": .array([data, .object(["type": .string("null")])])])
    }

    private static func linkage(_ relationship: RelationshipSchema) -> JSONValue {
        let data =
            relationship.isToMany
            ? JSONValue.object(["type": .string("array"), "items": relationship.identifierSchema])
            : relationship.identifierSchema
        if relationship.isRequired { return document(data) }
        return .object([
            "type": .string("object"), "additionalProperties": .bool(false),
            "properties": .object(["data": optional(data)]),
        ])
    }
}
