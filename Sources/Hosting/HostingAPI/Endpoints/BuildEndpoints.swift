// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `builds`, as App Store Connect's clients look for them: those whose archives have been uploaded.
struct BuildEndpoints: Sendable {
    let store: HostStore

    private typealias State = ResourceSchema.BuildProcessingState

    private static let sorts: [(name: String, order: BuildListing.Order)] = [
        ("uploadedDate", .uploadedDate), ("version", .build), ("preReleaseVersion", .version),
    ]
    /// What no build here is, or has: whoever asks for one that is finds none.
    private static let absentFilters = [
        "preReleaseVersion", "preReleaseVersion.platform", "betaGroups",
    ]
    private static let usualAudience = "APP_STORE_ELIGIBLE"
    private static let encryption = "usesNonExemptEncryption"

    func add(to table: inout OperationTable) {
        let reading = QueryRules(
            includes: BuildRelationships.names,
            fields: [.apps, .appStoreVersions, .betaAppReviewSubmissions, .builds]
        ).addingAbsent(of: .builds)
        var listing = reading
        listing.filters = [
            "app": .any, "id": .any, "version": .any, "preReleaseVersion.version": .any, "appStoreVersion": .any,
            "processingState": .oneOf(.buildProcessingState), "expired": .oneOf(.truth),
            "betaAppReviewSubmission.betaReviewState": .oneOf(.betaReviewState),
            "buildAudienceType": .oneOf(["INTERNAL_ONLY", Self.usualAudience]), Self.encryption: .oneOf(.truth),
        ]
        for name in Self.absentFilters { listing.filters[name] = .any }
        listing.filters["preReleaseVersion.platform"] = .oneOf(.platform)
        listing.existences = [Self.encryption]
        listing.sorts = Self.sorts.map(\.name)
        listing.paging = .list
        table.add(
            Operation(
                id: "builds_getCollection", method: .get, path: "/v1/builds", query: listing, answer: .many(.builds),
                permission: .read, perform: list))
        table.add(
            Operation(
                id: "builds_getInstance", method: .get, path: "/v1/builds/{id}", query: reading, answer: .one(.builds),
                permission: .read, perform: get))
        table.add(
            Operation(
                id: "builds_updateInstance", method: .patch, path: "/v1/builds/{id}",
                body: .update(
                    "builds",
                    attributes: [
                        .init("expired", .bool, isNullable: true), .init(Self.encryption, .bool, isNullable: true),
                    ]), answer: .one(.builds), permission: .submit, perform: update))
        ToManyRelationship(
            owner: "apps", name: "builds", schema: .builds, query: QueryRules(fields: [.builds], paging: .list)
        ) { call throws(APIFailure) in
            let app = try await store.app(call.id, for: call.caller)
            return try await find(BuildListing(uploadedOf: [app.id], limit: call.query.limit), call)
        }
        .add(to: &table)
        addRelated("app", .apps, to: &table)
        addRelated("betaAppReviewSubmission", .betaAppReviewSubmissions, to: &table)
    }

    private func addRelated(_ name: String, _ schema: ResourceSchema, to table: inout OperationTable) {
        ToOneRelationship(owner: "builds", name: name, schema: schema, query: QueryRules(fields: [schema])) {
            call throws(APIFailure) in
            let build = try await store.uploadedBuild(call.id, for: call.caller)
            return try await BuildRelationships(store: store, build: build, caller: call.caller).resource(name).map {
                ToOneRelationship.Found(resource: $0)
            }
        }
        .add(to: &table)
    }

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let filters = call.query.filters
        var listing = BuildListing(uploadedOf: call.query.appIDs(for: call.caller), limit: call.query.limit)
        listing.ids = filters["id"]
        listing.builds = filters["version"]
        listing.versions = filters["preReleaseVersion.version"]
        listing.appStoreVersionIDs = filters["appStoreVersion"]
        listing.betaReviewStates = filters["betaAppReviewSubmission.betaReviewState"]?.compactMap(
            BetaReviewState.init(rawValue:))
        if let states = filters["processingState"] {
            listing.states = listing.states?.filter { states.contains(State($0).rawValue) }
        }
        let isOther =
            Self.absentFilters.contains { filters[$0] != nil }
            || filters["buildAudienceType"]?.contains(Self.usualAudience) == false
        if isOther { listing.ids = [] }
        listing.isExpired = filters["expired"]?.compactMap { Bool($0) }
        listing.usesEncryption = filters[Self.encryption]?.compactMap { Bool($0) }
        listing.saysWhetherItEncrypts = call.query.existences[Self.encryption]
        listing.order = call.query.sorts.compactMap { sort in
            Self.sorts.first { $0.name == sort.name }.map { ($0.order, sort.isFalling) }
        }
        return try await find(listing, call).reply
    }

    private func find(_ wanted: BuildListing, _ call: OperationCall) async throws(APIFailure)
        -> ToManyRelationship.Found
    {
        var listing = wanted
        let order = listing.order.map(\.order)
        let cursor = try call.query.after(
            order.isEmpty ? [.integer, .text] : order.map { $0 == .uploadedDate ? .integer : .text } + [.text])
        // A number is two things to the database.
        listing.after = cursor.map { values in
            zip(values, order.map { $0 != .uploadedDate } + [false, false]).flatMap { value, isNumber in
                if isNumber, case .text(let number) = value { BuildListing.Order.values(number) } else { [value] }
            }
        }
        let found = listing
        let page = try await store.serving { (store) throws(StorageError) in try await store.builds(found) }
        var (resources, included): ([ResourceObject], IncludedResources) = ([], IncludedResources())
        for build in page.elements { resources.append(try await resource(build, call, &included)) }
        return ToManyRelationship.Found(
            resources: resources, included: included.resources,
            page: call.query.page(page) { build in
                let keys: [JSONValue] = order.map { key in
                    switch key {
                    case .uploadedDate: .integer(build.createdAt.milliseconds)
                    case .version: .string(build.archive?.version ?? "")
                    case .build: .string(build.archive?.build ?? "")
                    }
                }
                return (order.isEmpty ? [.integer(build.createdAt.milliseconds)] : keys) + [.string(build.id)]
            })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var included = IncludedResources()
        let build = try await store.uploadedBuild(call.id, for: call.caller)
        let resource = try await resource(build, call, &included)
        return .one(resource, included: included.resources)
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let build = try await store.uploadedBuild(call.id, for: call.caller)
        let (isExpired, usesEncryption) = (call.body?.bool("expired"), call.body?.bool(Self.encryption))
        return .one(
            ResourceObject(
                try await store.serving { (store) throws(StorageError) in
                    try await store.changeBuild(build.id, isExpired: isExpired, usesEncryption: usesEncryption)
                }))
    }

    /// With what is included of it.
    private func resource(
        _ build: HostedBuild, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) -> ResourceObject {
        var resource = ResourceObject(build)
        let related = BuildRelationships(store: store, build: build, caller: call.caller)
        for name in BuildRelationships.names where call.query.includes.contains(name) {
            guard let other = try await related.resource(name) else { continue }
            resource.linkages[name] = .one(other.identifier)
            included.add(other)
        }
        return resource
    }
}

extension BuildListing {
    /// Builds whose archives have been uploaded.
    init(uploadedOf appIDs: [String]?, limit: Int) {
        self.init(appIDs: appIDs, limit: limit)
        states = [.processing, .failed, .complete]
    }
}

extension ResourceSchema.BuildProcessingState {
    init(_ state: VersionState) {
        self =
            switch state {
            case .awaitingUpload, .processing: .processing
            case .failed: .invalid
            case .complete: .valid
            }
    }
}

extension ResourceQuery {
    /// The apps that a list is of: those that its filter names, as far as the caller may know of them.
    ///
    /// - Returns: nil for all.
    func appIDs(for caller: APICaller) -> [String]? {
        guard let wanted = filters["app"] else { return caller.appIDs?.sorted() }
        return wanted.filter { caller.sees(appID: $0) }
    }
}
