// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// The bodies of answers, by their names: operations that answer with the same resources share one.
struct OpenAPIResponses {
    private struct Entry {
        let data: JSONValue
        let isList: Bool
        /// The types that can come along by any of the operations.
        var included: Set<String> = []
    }

    private var entries: [String: Entry] = [:]

    init(_ operations: [Operation]) {
        for operation in operations {
            guard let name = OpenAPINames.response(operation), let entry = Self.entry(operation) else { continue }
            var merged = entries[name] ?? entry
            if !operation.query.includes.isEmpty { merged.included.formUnion(operation.query.fields.map(\.type)) }
            entries[name] = merged
        }
    }

    private static func entry(_ operation: Operation) -> Entry? {
        func resource(_ schema: ResourceSchema) -> JSONValue {
            OpenAPIDocument.reference(OpenAPINames.resource(schema.type))
        }
        return switch operation.answer {
        case .one(let schema): Entry(data: resource(schema), isList: false)
        case .many(let schema): Entry(data: resource(schema), isList: true)
        case .name(let type): Entry(data: OpenAPIDocument.identifierSchema(type), isList: false)
        case .linkage(let type): Entry(data: OpenAPIDocument.identifierSchema(type), isList: true)
        case .nothing: nil
        }
    }

    var schemas: [String: JSONValue] { entries.mapValues(Self.schema) }

    private static func schema(_ entry: Entry) -> JSONValue {
        var properties: [String: JSONValue] = [
            "data": entry.isList ? .object(["type": .string("array"), "items": entry.data]) : entry.data,
            "links": OpenAPIDocument.reference(entry.isList ? "PagedDocumentLinks" : "DocumentLinks"),
        ]
        if entry.isList { properties["meta"] = OpenAPIDocument.reference("PagingInformation") }
        if !entry.included.isEmpty {
            let types = entry.included.sorted().map { OpenAPIDocument.reference(OpenAPINames.resource($0)) }
            properties["included"] = .object([
                "type": .string("array"), "items": .object(["anyOf": .array(types)]),
            ])
        }
        return .object([
            "type": .string("object"), "required": .array([.string("data"), .string("links")]),
            "additionalProperties": .bool(false), "properties": .object(properties),
        ])
    }
}
