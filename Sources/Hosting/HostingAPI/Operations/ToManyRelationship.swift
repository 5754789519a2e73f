// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A relationship to many, with the two paths that it has: to the resources that it leads to, and to their names.
struct ToManyRelationship: Sendable {
    /// A page of what it leads to.
    struct Found: Sendable {
        let resources: [ResourceObject]
        var included: [ResourceObject] = []
        let page: ResourceDocument.Page

        var reply: OperationReply { .many(resources, included: included, page) }
        var names: OperationReply { .linkage(resources.map(\.identifier), page) }
    }

    /// The type of the resources that have it.
    let owner: String
    let name: String
    /// Of what it leads to.
    let schema: ResourceSchema
    /// Of the path to the resources; a page of names has none but its own.
    let query: QueryRules
    /// Reads a page, of the resource whose identifier the call has.
    let find: @Sendable (OperationCall) async throws(APIFailure) -> Found

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "\(owner)_\(name)_getToManyRelated", method: .get, path: "/v1/\(owner)/{id}/\(name)", query: query,
                answer: .many(schema), permission: .read
            ) { [find] call throws(APIFailure) in try await find(call).reply })
        table.add(
            Operation(
                id: "\(owner)_\(name)_getToManyRelationship", method: .get,
                path: "/v1/\(owner)/{id}/relationships/\(name)", query: QueryRules(paging: .list),
                answer: .linkage(type: schema.type), permission: .read
            ) { [find] call throws(APIFailure) in try await find(call).names })
    }
}
