// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `packVersions`: what there is of a version beside what Apple's interface shows, and the versions of the app that it is for.
struct PackVersionEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "packVersions_getInstance", method: .get, path: "/ba/v1/packVersions/{id}",
                query: QueryRules(
                    includes: ["backgroundAssetVersion"], fields: [.backgroundAssetVersions, .packVersions]),
                answer: .one(.packVersions), permission: .read, perform: get))
        let appVersion = ValueSchema.string(length: 1...64)
        table.add(
            Operation(
                id: "packVersions_updateInstance", method: .patch, path: "/ba/v1/packVersions/{id}",
                body: .update(
                    "packVersions",
                    attributes: [
                        .init("lowestAppVersion", appVersion, isNullable: true),
                        .init("highestAppVersion", appVersion, isNullable: true),
                    ]), answer: .one(.packVersions), permission: .release, perform: update))
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await find(call)
        let included = call.query.includes.contains("backgroundAssetVersion") ? [ResourceObject(summary)] : []
        return .one(ResourceObject(own: summary), included: included)
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let version = try await find(call).version
        let range = AppVersionRange(
            lowest: try Self.number("lowestAppVersion", call.body, or: version.appVersions.lowest),
            highest: try Self.number("highestAppVersion", call.body, or: version.appVersions.highest))
        try await store.serving { (store) throws(StorageError) in
            try await store.limit(versionID: version.id, to: range)
        }
        return .one(ResourceObject(own: try await find(call)))
    }

    /// - `current`: what stays when nothing is said of it.
    private static func number(
        _ name: String, _ body: RequestBody?, or current: AppVersionNumber?
    ) throws(APIFailure) -> AppVersionNumber? {
        guard let body, body.has(name) else { return current }
        guard let text = body.string(name) else { return nil }
        guard let number = AppVersionNumber(text) else {
            throw APIFailure(
                .attributeInvalid(name, "'\(text)' is no version of an app, which is numbers with points between them"))
        }
        return number
    }

    private func find(_ call: OperationCall) async throws(APIFailure) -> VersionSummary {
        do throws(APIFailure) { return try await store.version(call.id, for: call.caller) } catch {
            guard error.status == 404 else { throw error }
            throw APIFailure(.notFound(ResourceSchema.packVersions.type, id: call.id))
        }
    }
}
