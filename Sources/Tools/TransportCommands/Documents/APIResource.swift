// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// A resource of a JSON:API document. What is not known of it is left alone, since servers have more as time goes by.
struct APIResource: Decodable, Equatable, Sendable {
    let type: String
    let id: String
    let attributes: [String: JSONValue]
    private let relationships: [String: JSONValue]

    private enum CodingKeys: String, CodingKey { case type, id, attributes, relationships }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        id = try container.decode(String.self, forKey: .id)
        attributes = try container.decodeIfPresent([String: JSONValue].self, forKey: .attributes) ?? [:]
        relationships = try container.decodeIfPresent([String: JSONValue].self, forKey: .relationships) ?? [:]
    }

    func string(_ name: String) -> String? { attributes[name]?.string }
    func integer(_ name: String) -> Int64? { attributes[name]?.integer }
    func bool(_ name: String) -> Bool? { if case .bool(let value)? = attributes[name] { value } else { nil } }

    /// The identifier of the one resource that a relationship leads to.
    func related(_ name: String) -> String? { relationships[name]?["data"]?["id"]?.string }
}
