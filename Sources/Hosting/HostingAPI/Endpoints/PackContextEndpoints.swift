// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `packContexts`: rolling back, pinning and phased releases, which App Store Connect has not got.
struct PackContextEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        let reading = QueryRules(
            includes: ["backgroundAsset"], fields: [.backgroundAssets, .packContexts])
        var listing = reading
        (listing.filters, listing.requiredFilters) = (["backgroundAsset": .any], ["backgroundAsset"])
        table.add(
            Operation(
                id: "packContexts_getCollection", method: .get, path: "/ba/v1/packContexts", query: listing,
                answer: .many(.packContexts), permission: .read, perform: list))
        table.add(
            Operation(
                id: "packContexts_getInstance", method: .get, path: "/ba/v1/packContexts/{id}", query: reading,
                answer: .one(.packContexts), permission: .read, perform: get))
        table.add(
            Operation(
                id: "packContexts_updateInstance", method: .patch, path: "/ba/v1/packContexts/{id}",
                body: .update(
                    "packContexts",
                    attributes: [
                        .init("pinnedVersion", .integer(ResourceSchema.numbers), isNullable: true),
                        .init("rolloutPercentage", .integer(0...100)),
                        .init("rolloutStartPercentage", .integer(0...100)),
                    ]), answer: .one(.packContexts), permission: .release, perform: update))
    }

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var (found, included): ([PackContext], IncludedResources) = ([], IncludedResources())
        for id in call.query.filters["backgroundAsset"] ?? [] {
            let pack = try await store.filtered { () async throws(APIFailure) in
                try await store.pack(id, for: call.caller)
            }
            guard let pack else { continue }
            found += try await contexts(of: id)
            if call.query.includes.contains("backgroundAsset") { included.add(ResourceObject(pack)) }
        }
        // A few of each pack: they come in one page.
        return .many(
            found.map { ResourceObject($0) }, included: included.resources,
            ResourceDocument.Page(
                limit: QueryRules.Paging.list.largest, next: nil, total: found.count))
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (packID, context) = try place(call.id)
        let pack = try await pack(packID, call)
        guard let found = try await contexts(of: packID).first(where: { $0.context == context }) else {
            throw APIFailure(.notFound(ResourceSchema.packContexts.type, id: call.id))
        }
        let included = call.query.includes.contains("backgroundAsset") ? [ResourceObject(pack)] : []
        return .one(ResourceObject(found), included: included)
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (packID, context) = try place(call.id)
        _ = try await pack(packID, call)
        var changes: [HostStore.ContextChange] = []
        if let body = call.body {
            if let start = body.integer("rolloutStartPercentage") { changes.append(.rolloutStart(Int(start))) }
            if body.has("pinnedVersion") {
                changes.append(body.integer("pinnedVersion").map { .pin(Int($0)) } ?? .unpin)
            }
            if let percentage = body.integer("rolloutPercentage") { changes.append(.rollout(Int(percentage))) }
        }
        let wanted = changes
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.change(context, ofPack: packID, wanted)
                }))
    }

    private func contexts(of packID: String) async throws(APIFailure) -> [PackContext] {
        try await store.serving { (store) throws(StorageError) in try await store.contexts(ofPack: packID) } ?? []
    }

    private func pack(_ packID: String, _ call: OperationCall) async throws(APIFailure) -> PackSummary {
        do throws(APIFailure) { return try await store.pack(packID, for: call.caller) } catch {
            guard error.status == 404 else { throw error }
            throw APIFailure(.notFound(ResourceSchema.packContexts.type, id: call.id))
        }
    }

    private func place(_ id: String) throws(APIFailure) -> (packID: String, context: ReleaseContext) {
        let parts = id.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let context = ReleaseContext(rawValue: String(parts[1])) else {
            throw APIFailure(.notFound(ResourceSchema.packContexts.type, id: id))
        }
        return (String(parts[0]), context)
    }
}
