// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `apps`, as far as asset packs need them.
struct AppEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "apps_getCollection", method: .get, path: "/v1/apps",
                query: QueryRules(
                    filters: ["bundleId": .any, "id": .any], fields: [.apps], paging: .list), answer: .many(.apps),
                permission: .read, perform: list))
        table.add(
            Operation(
                id: "apps_getInstance", method: .get, path: "/v1/apps/{id}",
                query: QueryRules(fields: [.apps]), answer: .one(.apps), permission: .read, perform: get))
    }

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let after = try call.query.after([.text])
        let query = call.query
        var ids = call.caller.appIDs
        if let wanted = query.filters["id"] { ids = ids.map { $0.intersection(wanted) } ?? Set(wanted) }
        let page = try await store.serving { [ids] (store) throws(StorageError) in
            try await store.apps(
                bundleIDs: query.filters["bundleId"], ids: ids.map { $0.sorted() }, after: after, limit: query.limit)
        }
        return .many(page.elements.map { ResourceObject($0) }, query.page(page) { [.string($0.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        .one(ResourceObject(try await store.app(call.id, for: call.caller)))
    }
}
