// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

extension EnumerationSchema {
    /// Its name, or its values where it has none.
    var openAPI: JSONValue { name.map(OpenAPIDocument.reference) ?? definition }

    var definition: JSONValue {
        .object(["type": .string("string"), "enum": .array(values.map(JSONValue.string))])
    }
}

extension ValueSchema {
    /// All that it is made of.
    var enumerations: [EnumerationSchema] {
        switch self {
        case .string, .integer, .bool: []
        case .enumeration(let enumeration): [enumeration]
        case .array(let element): element.enumerations
        case .object(let attributes): attributes.flatMap(\.value.enumerations)
        }
    }
}

extension QueryRules {
    /// Those that its filters take.
    var enumerations: [EnumerationSchema] {
        filters.values.compactMap { if case .oneOf(let enumeration) = $0 { enumeration } else { nil } }
    }
}
