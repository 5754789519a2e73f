// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `backgroundAssetVersions`, and the releases that each has (hosting-api 1.1).
struct VersionEndpoints: Sendable {
    let store: HostStore
    let uploads: UploadAddresses

    private static let includes = [
        "backgroundAsset", "internalBetaRelease", "externalBetaRelease", "appStoreRelease", "assetFile",
        "manifestFile",
    ]
    private static let fields: [ResourceSchema] = [
        .backgroundAssetUploadFiles, .appStoreReleases, .externalBetaReleases, .internalBetaReleases,
        .backgroundAssetVersions, .backgroundAssets,
    ]

    func add(to table: inout OperationTable) {
        ToManyRelationship(
            owner: "backgroundAssets", name: "versions", schema: .backgroundAssetVersions,
            query: QueryRules(
                filters: [
                    "locale": .any, "platforms": .oneOf(.platform),
                    "state": .oneOf(.versionState), "version": .any,
                    "internalBetaRelease.state": .oneOf(.internalBetaReleaseState),
                    "externalBetaRelease.state": .oneOf(.externalBetaReleaseState),
                    "appStoreRelease.state": .oneOf(.appStoreReleaseState),
                ], sorts: ["version"], includes: Self.includes, fields: Self.fields, paging: .list), find: find
        ).add(to: &table)
        table.add(
            Operation(
                id: "backgroundAssetVersions_createInstance", method: .post, path: "/v1/backgroundAssetVersions",
                body: .create(
                    "backgroundAssetVersions",
                    relationships: [.init("backgroundAsset", "backgroundAssets", isRequired: true)]),
                answer: .one(.backgroundAssetVersions), permission: .upload, perform: create, recall: get))
        table.add(
            Operation(
                id: "backgroundAssetVersions_getInstance", method: .get, path: "/v1/backgroundAssetVersions/{id}",
                query: QueryRules(includes: Self.includes, fields: Self.fields),
                answer: .one(.backgroundAssetVersions), permission: .read, perform: get))
        for context in ReleaseContext.allCases { addRelease(in: context, to: &table) }
    }

    private func addRelease(in context: ReleaseContext, to table: inout OperationTable) {
        let schema = ResourceSchema.releases(in: context)
        table.add(
            Operation(
                id: "\(schema.type)_getInstance", method: .get, path: "/v1/\(schema.type)/{id}",
                query: QueryRules(
                    includes: ["backgroundAssetVersion"], fields: [schema, .backgroundAssetVersions]),
                answer: .one(schema), permission: .read
            ) { call throws(APIFailure) in try await release(call, in: context) })
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let page = try await page(call)
        return ToManyRelationship.Found(
            resources: page.elements.map { ResourceObject($0) },
            included: try await included(with: page.elements, call),
            page: paging(page, call.query))
    }

    private func page(_ call: OperationCall) async throws(APIFailure) -> Page<VersionSummary> {
        let pack = try await store.pack(call.id, for: call.caller)
        let query = call.query
        var listing = VersionListing(
            packID: pack.pack.id, isFalling: query.sorts.first?.isFalling ?? false, limit: query.limit)
        listing.locales = query.filters["locale"]
        listing.platforms = query.filters["platforms"].map(PackEndpoints.manifestSpelling)
        listing.states = query.filters["state"]?.compactMap(VersionState.init(rawValue:))
        // What is no number, as Apple's attribute spells it, is that of no version.
        listing.numbers = query.filters["version"]?.map { text in Int(text).flatMap { "\($0)" == text ? $0 : nil } ?? -1
        }
        listing.releaseStates[.internalBeta] = query.filters["internalBetaRelease.state"]
        listing.releaseStates[.externalBeta] = query.filters["externalBetaRelease.state"]
        listing.releaseStates[.appStore] = query.filters["appStoreRelease.state"]
        // A cursor has what the list is sorted by, and the identifier; here, the number does for both.
        let after = try query.after((query.sorts.isEmpty ? [] : [.integer]) + [.integer])
        listing.after = after?.last.map { [$0] }
        let wanted = listing
        return try await store.serving { (store) throws(StorageError) in try await store.versions(wanted) }
    }

    private func paging(_ page: Page<VersionSummary>, _ query: ResourceQuery) -> ResourceDocument.Page {
        query.page(page) { summary in
            let number = JSONValue.integer(Int64(summary.version.number))
            return query.sorts.isEmpty ? [number] : [number, number]
        }
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await store.version(call.id, for: call.caller)
        return .one(ResourceObject(summary), included: try await included(with: [summary], call))
    }

    private func release(
        _ call: OperationCall, in context: ReleaseContext
    ) async throws(APIFailure) -> OperationReply {
        let id = call.id
        let found = try await store.serving { (store) throws(StorageError) in try await store.release(id, in: context) }
        guard let found, call.caller.sees(appID: found.version.pack.appID) else {
            throw APIFailure(.notFound(ResourceSchema.releases(in: context).type, id: id))
        }
        let isWanted = call.query.includes.contains("backgroundAssetVersion")
        return .one(ResourceObject(found.release), included: isWanted ? [ResourceObject(found.version)] : [])
    }

    private func included(
        with versions: [VersionSummary], _ call: OperationCall
    ) async throws(APIFailure) -> [ResourceObject] {
        let wanted = call.query.includes
        var included = IncludedResources()
        if wanted.contains("backgroundAsset") {
            for id in Set(versions.map(\.pack.id)).sorted() {
                included.add(ResourceObject(try await store.pack(id, for: call.caller)))
            }
        }
        for summary in versions {
            let releases: [(String, ReleaseContext)] = [
                ("internalBetaRelease", .internalBeta), ("externalBetaRelease", .externalBeta),
                ("appStoreRelease", .appStore),
            ]
            for (name, context) in releases where wanted.contains(name) {
                if let release = summary.releases[context] { included.add(ResourceObject(release)) }
            }
            for (name, type) in [("assetFile", UploadAssetType.asset), ("manifestFile", .manifest)]
            where wanted.contains(name) {
                guard let file = summary.files[type] else { continue }
                included.add(ResourceObject(file, operations: try await uploads.operations(of: file, for: call)))
            }
        }
        return included.resources
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let packID = call.body?.id("backgroundAsset") ?? ""
        let pack = try await store.serving { (store) throws(StorageError) in try await store.pack(packID) }
        guard let pack, call.caller.sees(appID: pack.pack.appID) else {
            throw APIFailure(
                APIError(.relatedNotFound(relationship: "backgroundAsset", type: "backgroundAssets", id: packID)))
        }
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.createVersion(packID: packID)
                }))
    }
}
