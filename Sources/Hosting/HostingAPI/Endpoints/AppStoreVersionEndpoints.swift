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

    private static let releaseType = AttributeSchema(
        "releaseType", .enumeration(ResourceSchema.releaseTypes), isNullable: true)

    func add(to table: inout OperationTable) {
        let reading = QueryRules(includes: ["app", "build"], fields: [.appStoreVersions, .apps, .builds])
            .addingAbsent(of: .appStoreVersions)
        var listing = reading
        listing.filters = [
            "id": .any, "versionString": .any, "platform": .oneOf(ApplePlatform.allCases.map(\.rawValue)),
            "appStoreState": .oneOf(AppStoreState.names), "appVersionState": .oneOf(AppVersionState.names),
        ]
        listing.paging = .list
        ToManyRelationship(
            owner: "apps", name: "appStoreVersions", schema: .appStoreVersions, query: listing, find: find
        ).add(to: &table)
        ToOneRelationship(
            owner: "appStoreVersions", name: "build", schema: .builds, query: QueryRules(fields: [.builds])
        ) { call throws(APIFailure) in
            try await store.appStoreVersion(call.id, for: call.caller).build.map { ResourceObject($0) }
        }
        .add(to: &table)
        table.add(
            Operation(
                id: "appStoreVersions_createInstance", method: .post, path: "/v1/appStoreVersions",
                body: .create(
                    "appStoreVersions",
                    attributes: [
                        .init("platform", .enumeration(ApplePlatform.allCases.map(\.rawValue))),
                        .init("versionString", .string(length: 1...64), isRequired: true), Self.releaseType,
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
                body: .update(
                    "appStoreVersions", attributes: [Self.releaseType], relationships: [.init("build", "builds")]),
                answer: .one(.appStoreVersions), permission: .submit, perform: update))
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let app = try await store.app(call.id, for: call.caller)
        let after = try call.query.after([.integer, .text])
        let (filters, limit) = (call.query.filters, call.query.limit)
        var conditions = AppStoreVersionConditions()
        (conditions.ids, conditions.versionStrings) = (filters["id"], filters["versionString"])
        conditions.platforms = filters["platform"]?.compactMap(ApplePlatform.init(rawValue:))
        conditions.states = AppStoreReleaseState.filtered(
            appStoreStates: filters["appStoreState"], appVersionStates: filters["appVersionState"])
        let wanted = conditions
        let page = try await store.serving { (store) throws(StorageError) in
            try await store.appStoreVersions(ofApp: app.id, wanted, after: after, limit: limit)
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

    /// What is approved goes out at once: nobody is let believe that it waits.
    private func checkReleaseType(_ call: OperationCall) throws(APIFailure) {
        guard let type = call.body?.string("releaseType"), type != ResourceSchema.usualReleaseType else { return }
        throw APIFailure(
            .attributeInvalid(
                "releaseType",
                "What is approved is released at once: it can be \(ResourceSchema.usualReleaseType) only. Submit it when it is to go out"
            ))
    }

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        try checkReleaseType(call)
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
        try checkReleaseType(call)
        let summary = try await store.appStoreVersion(call.id, for: call.caller)
        guard call.body?.hasRelationship("build") == true else { return .one(ResourceObject(summary)) }
        let buildID = call.body?.id("build")
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.setBuild(buildID, ofAppStoreVersion: summary.version.id)
                }))
    }
}
