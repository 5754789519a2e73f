// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// The body of a request that is as its schema says.
struct RequestBody: Sendable {
    private let attributes: JSONNode?
    private let relationships: [String: [ResourceIdentifier]]

    /// Bytes of the largest one.
    static let sizeLimit = 1 << 20

    /// - `id`: that of the address, for a change.
    /// - Throws: all that is wrong with it.
    init(_ bytes: [UInt8], schema: BodySchema, id: String? = nil) throws(APIFailure) {
        let root: JSONNode
        do throws(SourceError) {
            root = try JSONTextParser.parse(SourceText(name: "body", bytes: bytes), isStrict: true)
        } catch { throw APIFailure(.bodyInvalid("Line \(error.line), column \(error.column): \(error.message)")) }
        if let linkage = schema.linkage {
            attributes = nil
            relationships = [linkage.name: try Self.linkage(root["data"], linkage)]
            return
        }
        guard let data = root["data"], case .object(let members) = data.content else {
            throw APIFailure(.bodyUnprocessable("The member 'data' must be an object", at: "/data"))
        }
        var faults: [APIError] = []
        Self.check(data, members, schema, id: id, &faults)
        attributes = data["attributes"]
        if let attributes {
            faults += schema.attributes.faults(of: attributes, at: "/data/attributes")
        } else {
            for attribute in schema.attributes where attribute.isRequired {
                faults.append(
                    .attribute(
                        .required, "You must provide a value for the attribute '\(attribute.name)'",
                        at: "/data/attributes/\(attribute.name)"))
            }
        }
        relationships = Self.relationships(data["relationships"], schema, &faults)
        if let failure = APIFailure(faults) { throw failure }
    }

    /// Of a body that has nothing else.
    private static func linkage(
        _ data: JSONNode?, _ schema: RelationshipSchema
    ) throws(APIFailure) -> [ResourceIdentifier] {
        if case .null? = data?.content { return [] }
        guard let identifier = identifier(data, schema) else {
            throw APIFailure(
                .relationship(
                    .invalid, "The member 'data' must name a resource of type '\(schema.type)', or be null", at: "/data"
                ))
        }
        return [identifier]
    }

    private static func check(
        _ data: JSONNode, _ members: [JSONNode.Member], _ schema: BodySchema, id: String?, _ faults: inout [APIError]
    ) {
        if case .string(schema.type)? = data["type"]?.content {
        } else {
            faults.append(.bodyUnprocessable("The member 'type' must be '\(schema.type)'", at: "/data/type"))
        }
        if schema.hasID {
            if case .string(let text)? = data["id"]?.content, id == nil || text == id {
            } else {
                faults.append(.idDiffers(id ?? ""))
            }
        }
        let known = ["type", "attributes", "relationships"] + (schema.hasID ? ["id"] : [])
        for member in members where !known.contains(member.key) {
            faults.append(
                .bodyUnprocessable(
                    "The member '\(member.key)' is not allowed here",
                    at: "/data/" + JSONPointer.escaped(member.key)))
        }
    }

    private static func relationships(
        _ node: JSONNode?, _ schema: BodySchema, _ faults: inout [APIError]
    ) -> [String: [ResourceIdentifier]] {
        let pointer = "/data/relationships"
        guard let node else {
            faults += schema.relationships.filter(\.isRequired).map { missing($0, at: pointer) }
            return [:]
        }
        guard case .object(let members) = node.content else {
            faults.append(.bodyUnprocessable("The member 'relationships' must be an object", at: pointer))
            return [:]
        }
        var found: [String: [ResourceIdentifier]] = [:]
        for relationship in schema.relationships {
            let place = "\(pointer)/\(relationship.name)"
            guard let member = node[relationship.name] else {
                if relationship.isRequired { faults.append(missing(relationship, at: pointer)) }
                continue
            }
            if !relationship.isRequired, case .object(let members) = member.content {
                if members.isEmpty { continue }
                if members.count == 1, case .null? = member["data"]?.content {
                    found[relationship.name] = []
                    continue
                }
            }
            guard let identifiers = identifiers(member["data"], relationship) else {
                faults.append(
                    .relationship(
                        .invalid,
                        "The relationship '\(relationship.name)' must name \(relationship.isToMany ? "resources" : "a resource") of type '\(relationship.type)'",
                        at: place))
                continue
            }
            found[relationship.name] = identifiers
        }
        let known = Set(schema.relationships.map(\.name))
        for member in members where !known.contains(member.key) {
            faults.append(
                .relationship(
                    .unknown, "'\(member.key)' is not a relationship that this request can have",
                    at: pointer + "/" + JSONPointer.escaped(member.key)))
        }
        return found
    }

    private static func missing(_ relationship: RelationshipSchema, at pointer: String) -> APIError {
        .relationship(
            .required, "You must provide a value for the relationship '\(relationship.name)'",
            at: "\(pointer)/\(relationship.name)")
    }

    /// - Returns: nil for what names no resources of the type.
    private static func identifiers(_ data: JSONNode?, _ schema: RelationshipSchema) -> [ResourceIdentifier]? {
        guard let data else { return nil }
        if !schema.isToMany { return identifier(data, schema).map { [$0] } }
        guard case .array(let nodes) = data.content else { return nil }
        let identifiers = nodes.compactMap { identifier($0, schema) }
        return identifiers.count == nodes.count ? identifiers : nil
    }

    private static func identifier(_ node: JSONNode?, _ schema: RelationshipSchema) -> ResourceIdentifier? {
        guard case .string(schema.type)? = node?["type"]?.content, case .string(let id)? = node?["id"]?.content,
            !id.utf8.contains(0)
        else { return nil }
        return ResourceIdentifier(type: schema.type, id: id)
    }

    // MARK: What it says

    /// Whether it says anything of an attribute, and be it null.
    func has(_ name: String) -> Bool { attributes?[name] != nil }

    func string(_ name: String) -> String? {
        guard case .string(let text)? = attributes?[name]?.content else { return nil }
        return text
    }

    func integer(_ name: String) -> Int64? { attributes?[name]?.wholeNumber }

    func bool(_ name: String) -> Bool? {
        guard case .bool(let value)? = attributes?[name]?.content else { return nil }
        return value
    }

    func strings(_ name: String) -> [String]? {
        guard case .array(let nodes)? = attributes?[name]?.content else { return nil }
        return nodes.compactMap { node in
            guard case .string(let text) = node.content else { return nil }
            return text
        }
    }

    /// An attribute as it is; nil when it is null, or not there.
    func value(_ name: String) -> JSONValue? {
        guard let value = attributes?[name]?.value, value != .null else { return nil }
        return value
    }

    /// Whether it says where a relationship leads, and be it nowhere.
    func hasRelationship(_ name: String) -> Bool { relationships[name] != nil }

    /// The ID of what a relationship to one leads to.
    func id(_ relationship: String) -> String? { relationships[relationship]?.first?.id }
}
