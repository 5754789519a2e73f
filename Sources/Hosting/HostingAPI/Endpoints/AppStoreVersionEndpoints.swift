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
        "releaseType", .enumeration(.releaseKind), isNullable: true)

    func add(to table: inout OperationTable) {
        let reading = QueryRules(includes: ["app", "build"], fields: [.appStoreVersions, .apps, .builds])
            .addingAbsent(of: .appStoreVersions)
        var listing = reading
        listing.filters = [
            "id": .any, "versionString": .any, "platform": .oneOf(.platform),
            "appStoreState": .oneOf(.appStoreVersionState), "appVersionState": .oneOf(.appVersionState),
        ]
        listing.paging = .list
        ToManyRelationship(
            owner: "apps", name: "appStoreVersions", schema: .appStoreVersions, query: listing, find: find
        ).add(to: &table)
        ToOneRelationship(
            owner: "appStoreVersions", name: "build", schema: .builds, query: QueryRules(fields: [.builds]),
            find: { call throws(APIFailure) in
                try await store.appStoreVersion(call.id, for: call.caller).build.map {
                    ToOneRelationship.Found(resource: ResourceObject($0))
                }
            }, update: { call throws(APIFailure) in _ = try await setBuild(call) }
        ).add(to: &table)
        ToOneRelationship(
            owner: "builds", name: "appStoreVersion", schema: .appStoreVersions, query: reading, find: find(ofBuild:)
        ).add(to: &table)
        table.add(
            Operation(
                id: "appStoreVersions_createInstance", method: .post, path: "/v1/appStoreVersions",
                body: .create(
                    "appStoreVersions",
                    attributes: [
                        .init("platform", .enumeration(.platform)),
                        .init("versionString", .string(length: 1...64), isRequired: true), Self.releaseType,
                    ],
                    relationships: [
                        .init("app", "apps", isRequired: true), .init("build", "builds"),
                    ]), answer: .one(.appStoreVersions), permission: .submit, perform: create,
                recall: get))
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
        table.add(
            Operation(
                id: "appStoreVersions_deleteInstance", method: .delete, path: "/v1/appStoreVersions/{id}",
                answer: .nothing, permission: .submit, perform: delete))
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

    private func find(ofBuild call: OperationCall) async throws(APIFailure) -> ToOneRelationship.Found? {
        let build = try await store.uploadedBuild(call.id, for: call.caller)
        let summary = try await store.serving { (store) throws(StorageError) in
            try await store.appStoreVersion(ofBuild: build.id)
        }
        guard let summary else { return nil }
        var included = IncludedResources()
        try await include(with: summary, call, &included)
        return ToOneRelationship.Found(resource: ResourceObject(summary), included: included.resources)
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
        guard AppVersionNumber(version) != nil else {
            throw APIFailure(
                .attributeInvalid("versionString", "'\(version)' is no version of an app, as 1.0 or 2.1.3 are"))
        }
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
        guard call.body?.hasRelationship("build") == true else {
            return .one(ResourceObject(try await store.appStoreVersion(call.id, for: call.caller)))
        }
        return .one(ResourceObject(try await setBuild(call)))
    }

    private func setBuild(_ call: OperationCall) async throws(APIFailure) -> AppStoreVersionSummary {
        let id = try await store.appStoreVersion(call.id, for: call.caller).version.id
        let buildID = call.body?.id("build")
        return try await store.serving { (store) throws(StorageError) in
            try await store.setBuild(buildID, ofAppStoreVersion: id)
        }
    }

    private func delete(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = try await store.appStoreVersion(call.id, for: call.caller).version.id
        try await store.serving { (store) throws(StorageError) in try await store.deleteAppStoreVersion(id) }
        return .empty
    }
}
