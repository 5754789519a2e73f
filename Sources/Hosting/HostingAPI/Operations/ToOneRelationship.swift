// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A relationship to one that has addresses of its own: that of what it leads to, and that of its name.
struct ToOneRelationship: Sendable {
    /// The type of the resources that have it.
    let owner: String
    let name: String
    /// Of what it leads to.
    let schema: ResourceSchema
    /// Of the path to the resource; that to its name takes nothing.
    let query: QueryRules
    /// Reads what the resource whose identifier the call has is related to; nil where it is related to nothing.
    let find: @Sendable (OperationCall) async throws(APIFailure) -> ResourceObject?

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "\(owner)_\(name)_getToOneRelated", method: .get, path: "/v1/\(owner)/{id}/\(name)", query: query,
                answer: .one(schema), permission: .read
            ) { call throws(APIFailure) in .one(try await found(call)) })
        table.add(
            Operation(
                id: "\(owner)_\(name)_getToOneRelationship", method: .get,
                path: "/v1/\(owner)/{id}/relationships/\(name)", answer: .name(type: schema.type), permission: .read
            ) { call throws(APIFailure) in
                OperationReply(document: ResourceDocument(content: .name(try await found(call).identifier)))
            })
    }

    private func found(_ call: OperationCall) async throws(APIFailure) -> ResourceObject {
        guard let resource = try await find(call) else {
            throw APIFailure(.relatedToNothing(owner, id: call.id, relationship: name))
        }
        return resource
    }
}
