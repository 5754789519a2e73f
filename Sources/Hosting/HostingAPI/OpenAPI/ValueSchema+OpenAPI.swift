// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

// JSON Schema, as OpenAPI 3.1 has it.
extension ValueSchema {
    var openAPI: JSONValue {
        switch self {
        case .string(let length, let format):
            var members: [String: JSONValue] = ["type": .string("string"), "pattern": .string(Self.pattern)]
            if length.lowerBound > 0 { members["minLength"] = .integer(Int64(length.lowerBound)) }
            if length.upperBound < Self.largestLength { members["maxLength"] = .integer(Int64(length.upperBound)) }
            if let format { members["format"] = .string(format.rawValue) }
            return .object(members)
        case .integer(let range):
            var members: [String: JSONValue] = [
                "type": .string("integer"), "minimum": .integer(range.lowerBound),
                "maximum": .integer(range.upperBound),
            ]
            // Without it some generators take numbers of 32 bits.
            if range.upperBound > Int64(Int32.max) { members["format"] = .string("int64") }
            return .object(members)
        case .bool: return .object(["type": .string("boolean")])
        case .enumeration(let enumeration): return enumeration.openAPI
        case .array(let element): return .object(["type": .string("array"), "items": element.openAPI])
        case .object(let attributes): return attributes.openAPI
        }
    }
}

extension [AttributeSchema] {
    /// An object with these members, and no others.
    var openAPI: JSONValue {
        var members: [String: JSONValue] = [
            "type": .string("object"), "additionalProperties": .bool(false),
            "properties": .object(
                Dictionary(
                    map { ($0.name, $0.isNullable ? Self.nullable($0.value.openAPI) : $0.value.openAPI) },
                    uniquingKeysWith: { $1 })),
        ]
        let required = filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members["required"] = .array(required) }
        return .object(members)
    }

    private static func nullable(_ schema: JSONValue) -> JSONValue {
        .object(["anyOf": .array([schema, .object(["type": .string("null")])])])
    }
}
