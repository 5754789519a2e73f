// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// `packSettings`: what there is of a pack beside what Apple's interface shows, and who gets it.
struct PackSettingEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "packSettings_getInstance", method: .get, path: "/ba/v1/packSettings/{id}",
                query: QueryRules(includes: ["backgroundAsset"], fields: [.backgroundAssets, .packSettings]),
                answer: .one(.packSettings), permission: .read, perform: get))
        table.add(
            Operation(
                id: "packSettings_updateInstance", method: .patch, path: "/ba/v1/packSettings/{id}",
                body: .update("packSettings", attributes: [.init("private", .bool, isNullable: true)]),
                answer: .one(.packSettings), permission: .release, perform: update))
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await find(call)
        let included = call.query.includes.contains("backgroundAsset") ? [ResourceObject(summary)] : []
        return .one(ResourceObject(own: summary.pack), included: included)
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let pack = try await find(call).pack
        guard let isPrivate = call.body?.bool("private") else { return .one(ResourceObject(own: pack)) }
        let changed = try await store.serving { (store) throws(StorageError) in
            try await store.setPrivate(isPrivate, pack: pack.id)
        }
        return .one(ResourceObject(own: changed.pack))
    }

    private func find(_ call: OperationCall) async throws(APIFailure) -> PackSummary {
        do throws(APIFailure) { return try await store.pack(call.id, for: call.caller) } catch {
            guard error.status == 404 else { throw error }
            throw APIFailure(.notFound(ResourceSchema.packSettings.type, id: call.id))
        }
    }
}
