// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `backgroundAssets` (hosting-api 1.1).
struct PackEndpoints: Sendable {
    let store: HostStore

    private static let includes = ["app", "appStoreVersion", "internalBetaVersion", "externalBetaVersion"]
    private static let fields: [ResourceSchema] = [.apps, .backgroundAssetVersions, .backgroundAssets]

    func add(to table: inout OperationTable) {
        ToManyRelationship(
            owner: "apps", name: "backgroundAssets", schema: .backgroundAssets,
            query: QueryRules(
                filters: [
                    "archived": .oneOf(.truth), "assetPackIdentifier": .any, "versions.locale": .any,
                    "versions.platforms": .oneOf(.platform),
                ], sorts: ["assetPackIdentifier", "createdDate"], includes: Self.includes, fields: Self.fields,
                paging: .list), find: find
        ).add(to: &table)
        table.add(
            Operation(
                id: "backgroundAssets_createInstance", method: .post, path: "/v1/backgroundAssets",
                body: .create(
                    "backgroundAssets",
                    attributes: [.init("assetPackIdentifier", .string(length: 1...255), isRequired: true)],
                    relationships: [.init("app", "apps", isRequired: true)]), answer: .one(.backgroundAssets),
                permission: .upload, perform: create, recall: get))
        table.add(
            Operation(
                id: "backgroundAssets_getInstance", method: .get, path: "/v1/backgroundAssets/{id}",
                query: QueryRules(includes: Self.includes, fields: Self.fields), answer: .one(.backgroundAssets),
                permission: .read, perform: get))
        table.add(
            Operation(
                id: "backgroundAssets_updateInstance", method: .patch, path: "/v1/backgroundAssets/{id}",
                body: .update("backgroundAssets", attributes: [.init("archived", .bool, isNullable: true)]),
                answer: .one(.backgroundAssets), permission: .archive, perform: update))
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let page = try await page(call)
        return ToManyRelationship.Found(
            resources: page.elements.map { ResourceObject($0) },
            included: try await included(with: page.elements, call),
            page: paging(page, call.query))
    }

    private func page(_ call: OperationCall) async throws(APIFailure) -> Page<PackSummary> {
        let app = try await store.app(call.id, for: call.caller)
        let query = call.query
        var listing = PackListing(appID: app.id, limit: query.limit)
        if let archived = query.filters["archived"].map(Set.init), archived.count == 1 {
            listing.isArchived = archived == ["true"]
        }
        listing.identifiers = query.filters["assetPackIdentifier"]
        listing.locales = query.filters["versions.locale"]
        listing.platforms = query.filters["versions.platforms"].map(Self.manifestSpelling)
        listing.order = query.sorts.map { ($0.name == "createdDate" ? .createdDate : .identifier, $0.isFalling) }
        listing.after = try query.after(query.sorts.map { $0.name == "createdDate" ? .integer : .text } + [.text])
        let wanted = listing
        return try await store.serving { (store) throws(StorageError) in try await store.packs(wanted) }
    }

    private func paging(_ page: Page<PackSummary>, _ query: ResourceQuery) -> ResourceDocument.Page {
        query.page(page) { summary in
            query.sorts.map { sort in
                sort.name == "createdDate"
                    ? .integer(summary.pack.createdAt.milliseconds) : .string(summary.pack.identifier)
            } + [.string(summary.pack.id)]
        }
    }

    /// The platforms of versions are kept as manifests spell them.
    static func manifestSpelling(_ platforms: [String]) -> [String] {
        Platform.allCases.filter { platform in ApplePlatform(platform).map { platforms.contains($0.rawValue) } ?? false
        }
        .map(\.rawValue)
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await store.pack(call.id, for: call.caller)
        return .one(ResourceObject(summary), included: try await included(with: [summary], call))
    }

    private func included(
        with packs: [PackSummary], _ call: OperationCall
    ) async throws(APIFailure) -> [ResourceObject] {
        let wanted = call.query.includes
        var included = IncludedResources()
        if wanted.contains("app") {
            for id in Set(packs.map(\.pack.appID)) {
                included.add(ResourceObject(try await store.app(id, for: call.caller)))
            }
        }
        let contexts: [(String, ReleaseContext)] = [
            ("appStoreVersion", .appStore), ("internalBetaVersion", .internalBeta),
            ("externalBetaVersion", .externalBeta),
        ]
        let ids = contexts.filter { wanted.contains($0.0) }.flatMap { _, context in
            packs.compactMap { $0.activeVersionIDs[context] }
        }
        let versions = try await store.serving { (store) throws(StorageError) in try await store.versions(ids) }
        for version in versions { included.add(ResourceObject(version)) }
        return included.resources
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (identifier, appID) = (call.body?.string("assetPackIdentifier") ?? "", call.body?.id("app") ?? "")
        guard call.caller.sees(appID: appID) else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "app", type: "apps", id: appID)))
        }
        let pack = try await store.serving { (store) throws(StorageError) in
            try await store.createPack(appID: appID, identifier: identifier)
        }
        return .one(ResourceObject(PackSummary(pack: pack, activeVersionIDs: [:], usedBytes: 0)))
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await store.pack(call.id, for: call.caller)
        guard let isArchived = call.body?.bool("archived") else { return .one(ResourceObject(summary)) }
        let id = call.id
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.setArchived(isArchived, pack: id)
                }))
    }
}
