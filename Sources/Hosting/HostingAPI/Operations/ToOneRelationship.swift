// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A relationship to one that has addresses of its own: that of what it leads to, and that of its name.
struct ToOneRelationship: Sendable {
    /// What it leads to.
    struct Found: Sendable {
        let resource: ResourceObject
        var included: [ResourceObject] = []
    }

    /// The type of the resources that have it.
    let owner: String
    let name: String
    /// Of what it leads to.
    let schema: ResourceSchema
    /// Of the path to the resource; that to its name takes nothing.
    let query: QueryRules
    /// Reads what the resource whose identifier the call has is related to; nil where it is related to nothing.
    let find: @Sendable (OperationCall) async throws(APIFailure) -> Found?
    /// Has it lead elsewhere, or nowhere, as the body says; nil for one that is never changed by itself.
    var update: (@Sendable (OperationCall) async throws(APIFailure) -> Void)?

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "\(owner)_\(name)_getToOneRelated", method: .get, path: "/v1/\(owner)/{id}/\(name)", query: query,
                answer: .one(schema), permission: .read
            ) { call throws(APIFailure) in
                let found = try await found(call)
                return .one(found.resource, included: found.included)
            })
        table.add(
            Operation(
                id: "\(owner)_\(name)_getToOneRelationship", method: .get,
                path: "/v1/\(owner)/{id}/relationships/\(name)", answer: .name(type: schema.type), permission: .read
            ) { call throws(APIFailure) in
                OperationReply(document: ResourceDocument(content: .name(try await found(call).resource.identifier)))
            })
        guard let update else { return }
        table.add(
            Operation(
                id: "\(owner)_\(name)_updateToOneRelationship", method: .patch,
                path: "/v1/\(owner)/{id}/relationships/\(name)",
                body: .linkage(RelationshipSchema(name, schema.type), of: owner), answer: .nothing, permission: .submit
            ) { call throws(APIFailure) in
                try await update(call)
                return .empty
            })
    }

    private func found(_ call: OperationCall) async throws(APIFailure) -> Found {
        guard let found = try await find(call) else {
            throw APIFailure(.relatedToNothing(owner, id: call.id, relationship: name))
        }
        return found
    }
}
