// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// Describes the interface as OpenAPI 3.1: made of what the server itself goes by, so that it is true.
struct OpenAPIDocument {
    let operations: [Operation]

    var json: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations {
            paths[operation.path, default: [:]][operation.method.rawValue.lowercased()] = Self.operation(operation)
        }
        return .object([
            "openapi": .string("3.1.0"),
            "info": .object([
                "title": .string("ba-host"), "version": .string("1"),
                "description": .string(
                    "Asset packs of apps, with the resources of App Store Connect; what it has not got is under /ba/v1."
                ),
            ]),
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": .object([
                "schemas": .object(schemas),
                "securitySchemes": .object([
                    "token": .object([
                        "type": .string("http"), "scheme": .string("bearer"), "bearerFormat": .string("JWT"),
                    ])
                ]),
            ]),
            "security": .array([.object(["token": .array([])])]),
        ])
    }

    // MARK: Operations

    private static func operation(_ operation: Operation) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(operation.id),
            "tags": .array([.string(tag(operation))]),
            "responses": .object(responses(operation)),
        ]
        let parameters = parameters(operation)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = operation.body {
            members["requestBody"] = .object([
                "required": .bool(true),
                "content": .object(["application/json": .object(["schema": reference(OpenAPINames.request(body))])]),
            ])
        }
        return .object(members)
    }

    /// The type that it is about: `/v1/apps/{id}/webhooks` is about apps.
    private static func tag(_ operation: Operation) -> String {
        let parts = operation.path.split(separator: "/")
        return OpenAPINames.capitalized(parts.first { !["ba", "v1"].contains($0) }.map(String.init) ?? "")
    }

    private static func responses(_ operation: Operation) -> [String: JSONValue] {
        var responses: [String: JSONValue] = [:]
        var success: [String: JSONValue] = ["description": .string("It is done")]
        if let name = OpenAPINames.response(operation) {
            success["content"] = .object(["application/json": .object(["schema": reference(name)])])
        }
        responses["\(operation.status)"] = .object(success)
        var statuses = [400, 401, 403, 429, 500, 503]
        if operation.path.contains("{id}") { statuses.append(404) }
        if operation.body != nil { statuses += [409, 413, 415, 422] }
        if operation.method == .delete { statuses.append(409) }
        for status in statuses {
            responses["\(status)"] = .object([
                "description": .string("It is not done"),
                "content": .object(["application/json": .object(["schema": reference("ErrorResponse")])]),
            ])
        }
        return responses
    }

    private static func parameters(_ operation: Operation) -> [JSONValue] {
        var parameters: [JSONValue] = []
        func add(_ name: String, _ schema: JSONValue, in place: String = "query", isRequired: Bool = false) {
            var members: [String: JSONValue] = [
                "name": .string(name), "in": .string(place), "schema": schema, "required": .bool(isRequired),
            ]
            if place == "query" { (members["style"], members["explode"]) = (.string("form"), .bool(false)) }
            parameters.append(.object(members))
        }
        func list(_ values: EnumerationSchema?, minimum: Int64 = 0) -> JSONValue {
            let any = JSONValue.object(["type": .string("string"), "pattern": .string(ValueSchema.pattern)])
            var members: [String: JSONValue] = ["type": .string("array"), "items": values?.openAPI ?? any]
            if minimum > 0 { members["minItems"] = .integer(minimum) }
            return .object(members)
        }
        func number(_ largest: Int) -> JSONValue {
            .object(["type": .string("integer"), "minimum": .integer(1), "maximum": .integer(Int64(largest))])
        }
        if operation.path.contains("{id}") {
            add("id", .object(["type": .string("string"), "minLength": .integer(1)]), in: "path", isRequired: true)
        }
        let rules = operation.query
        for (name, filter) in rules.filters.sorted(by: { $0.key < $1.key }) {
            let isRequired = rules.requiredFilters.contains(name)
            switch filter {
            case .any: add("filter[\(name)]", list(nil, minimum: 1), isRequired: isRequired)
            case .oneOf(let values): add("filter[\(name)]", list(values, minimum: 1), isRequired: isRequired)
            case .time:
                add(
                    "filter[\(name)]",
                    .object([
                        "type": .string("array"), "items": ValueSchema.string(format: .dateTime).openAPI,
                        "minItems": .integer(1), "maxItems": .integer(1),
                    ]), isRequired: isRequired)
            }
        }
        if !rules.sorts.isEmpty { add("sort", list(EnumerationSchema(nil, rules.sorts.flatMap { [$0, "-" + $0] }))) }
        if !rules.includes.isEmpty { add("include", list(EnumerationSchema(nil, rules.includes))) }
        for schema in rules.fields { add("fields[\(schema.type)]", list(EnumerationSchema(nil, schema.fields))) }
        for type in rules.absentTypes.subtracting(rules.fields.map(\.type)).sorted() {
            add("fields[\(type)]", list(nil))
        }
        for name in rules.existences { add("exists[\(name)]", .object(["type": .string("boolean")])) }
        if let paging = rules.paging {
            // `cursor` is not for clients to make: it comes in `links.next`, as with App Store Connect.
            add("limit", number(paging.largest))
        }
        for (name, largest) in rules.nestedLimits.sorted(by: { $0.key < $1.key }) {
            add("limit[\(name)]", number(largest))
        }
        return parameters
    }

    // MARK: Schemas

    static func reference(_ name: String) -> JSONValue { .object(["$ref": .string("#/components/schemas/" + name)]) }

    static func identifierSchema(_ type: String) -> JSONValue {
        .object([
            "type": .string("object"), "required": .array([.string("type"), .string("id")]),
            "additionalProperties": .bool(false),
            "properties": .object([
                "type": .object(["type": .string("string"), "enum": .array([.string(type)])]),
                "id": .object(["type": .string("string"), "pattern": .string(ValueSchema.pattern)]),
            ]),
        ])
    }

    private var schemas: [String: JSONValue] {
        var schemas = Self.common.merging(OpenAPIResponses(operations).schemas) { $1 }
        for operation in operations {
            var used = operation.query.fields
            switch operation.answer {
            case .one(let schema), .many(let schema): used.append(schema)
            case .linkage, .name, .nothing: break
            }
            for schema in used { schemas[OpenAPINames.resource(schema.type)] = schema.openAPI }
            if let body = operation.body { schemas[OpenAPINames.request(body)] = body.openAPI }
            let attributes = used.flatMap(\.attributes) + (operation.body?.attributes ?? [])
            for enumeration in attributes.flatMap(\.value.enumerations) + operation.query.enumerations {
                if let name = enumeration.name { schemas[name] = enumeration.definition }
            }
        }
        return schemas
    }

    private static let common: [String: JSONValue] = {
        let uri = ValueSchema.string(format: .uri)
        let text = ValueSchema.string()
        let paging = ValueSchema.object([
            .init("total", .integer(0...ResourceSchema.largestInteger)),
            .init("limit", .integer(1...200), isRequired: true),
            .init("nextCursor", text),
        ])
        func object(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
            var members: [String: JSONValue] = ["type": .string("object"), "properties": .object(properties)]
            if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
            return .object(members)
        }
        let errors = JSONValue.object(["type": .string("array"), "items": reference("ResponseError")])
        let meta = object([
            "associatedErrors": .object(["type": .string("object"), "additionalProperties": errors])
        ])
        let source = JSONValue.object([
            "anyOf": .array([reference("ErrorSourcePointer"), reference("ErrorSourceParameter")])
        ])
        let error = object(
            [
                "id": text.openAPI, "status": text.openAPI, "code": text.openAPI, "title": text.openAPI,
                "detail": text.openAPI, "source": source, "meta": meta,
            ], required: ["status", "code", "title", "detail"])
        return [
            "ResourceLinks": [AttributeSchema("self", uri, isRequired: true)].openAPI,
            "RelationshipLinks": [AttributeSchema("self", uri), AttributeSchema("related", uri)].openAPI,
            "DocumentLinks": [AttributeSchema("self", uri, isRequired: true)].openAPI,
            "PagedDocumentLinks": [
                AttributeSchema("self", uri, isRequired: true), AttributeSchema("first", uri),
                AttributeSchema("next", uri),
            ].openAPI,
            "PagingInformation": [AttributeSchema("paging", paging, isRequired: true)].openAPI,
            "ErrorSourcePointer": object(["pointer": text.openAPI], required: ["pointer"]),
            "ErrorSourceParameter": object(["parameter": text.openAPI], required: ["parameter"]),
            "ResponseError": error, "ErrorResponse": object(["errors": errors], required: ["errors"]),
        ]
    }()
}
