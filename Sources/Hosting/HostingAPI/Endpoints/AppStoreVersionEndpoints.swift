// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `appStoreVersions`: versions of an app as everybody is to get them, which are reviewed with the packs that they need. A version
/// for Linux has no `platform`.
struct AppStoreVersionEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        let reading = QueryRules(includes: ["app", "build"], fields: [.appStoreVersions, .apps, .builds])
        var listing = reading
        listing.paging = .list
        ToManyRelationship(
            owner: "apps", name: "appStoreVersions", schema: .appStoreVersions, query: listing, find: find
        ).add(to: &table)
        table.add(
            Operation(
                id: "appStoreVersions_createInstance", method: .post, path: "/v1/appStoreVersions",
                body: .create(
                    "appStoreVersions",
                    attributes: [
                        .init("platform", .enumeration(ApplePlatform.allCases.map(\.rawValue))),
                        .init("versionString", .string(length: 1...64), isRequired: true),
                    ],
                    relationships: [
                        .init("app", "apps", isRequired: true), .init("build", "builds"),
                    ]), answer: .one(.appStoreVersions), permission: .submit, perform: create))
        table.add(
            Operation(
                id: "appStoreVersions_getInstance", method: .get, path: "/v1/appStoreVersions/{id}", query: reading,
                answer: .one(.appStoreVersions), permission: .read, perform: get))
        table.add(
            Operation(
                id: "appStoreVersions_updateInstance", method: .patch, path: "/v1/appStoreVersions/{id}",
                body: .update("appStoreVersions", relationships: [.init("build", "builds")]),
                answer: .one(.appStoreVersions), permission: .submit, perform: update))
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let app = try await store.app(call.id, for: call.caller)
        let after = try call.query.after([.integer, .text])
        let limit = call.query.limit
        let page = try await store.serving { (store) throws(StorageError) in
            try await store.appStoreVersions(ofApp: app.id, after: after, limit: limit)
        }
        var included = IncludedResources()
        for summary in page.elements { try await include(with: summary, call, &included) }
        return ToManyRelationship.Found(
            resources: page.elements.map { ResourceObject($0) }, included: included.resources,
            page: call.query.page(page) { [.integer($0.version.createdAt.milliseconds), .string($0.version.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await store.appStoreVersion(call.id, for: call.caller)
        var included = IncludedResources()
        try await include(with: summary, call, &included)
        return .one(ResourceObject(summary), included: included.resources)
    }

    private func include(
        with summary: AppStoreVersionSummary, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) {
        if call.query.includes.contains("app") {
            included.add(ResourceObject(try await store.app(summary.version.appID, for: call.caller)))
        }
        if call.query.includes.contains("build"), let build = summary.build { included.add(ResourceObject(build)) }
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let appID = call.body?.id("app") ?? ""
        guard call.caller.sees(appID: appID) else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "app", type: "apps", id: appID)))
        }
        let version = call.body?.string("versionString") ?? ""
        let platform = call.body?.string("platform").flatMap(ApplePlatform.init(rawValue:))
        let buildID = call.body?.id("build")
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.createAppStoreVersion(
                        appID: appID, versionString: version, platform: platform, buildID: buildID)
                }))
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await store.appStoreVersion(call.id, for: call.caller)
        guard let buildID = call.body?.id("build") else { return .one(ResourceObject(summary)) }
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.setBuild(buildID, ofAppStoreVersion: summary.version.id)
                }))
    }
}
