// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// Submissions for the external test, by both of their types (hosting-api 3.3).
struct BetaReviewEndpoints: Sendable {
    let store: HostStore
    /// That of the resources.
    let schema: ResourceSchema

    /// Whether builds are submitted by this type, too.
    private var takesBuilds: Bool { schema.relationships.contains { $0.name == "build" } }

    func add(to table: inout OperationTable) {
        let type = schema.type
        var reading = QueryRules(includes: ["backgroundAssetVersion"], fields: [schema, .backgroundAssetVersions])
        if takesBuilds {
            reading.includes.append("build")
            reading.fields.append(.builds)
        }
        var listing = reading
        // Those of versions are listed by the type that has nothing else.
        let subject = takesBuilds ? "build" : "backgroundAssetVersion"
        listing.filters = [subject: .any, "betaReviewState": .oneOf(.betaReviewState)]
        listing.requiredFilters = [subject]
        listing.paging = .list
        table.add(
            Operation(
                id: "\(type)_getCollection", method: .get, path: "/v1/\(type)", query: listing, answer: .many(schema),
                permission: .read, perform: list))
        table.add(
            Operation(
                id: "\(type)_createInstance", method: .post, path: "/v1/\(type)",
                body: .create(
                    type,
                    relationships: [
                        .init("backgroundAssetVersion", "backgroundAssetVersions", isRequired: !takesBuilds)
                    ] + (takesBuilds ? [.init("build", "builds")] : [])),
                answer: .one(schema), permission: .submit, perform: create, recall: get))
        table.add(
            Operation(
                id: "\(type)_getInstance", method: .get, path: "/v1/\(type)/{id}", query: reading,
                answer: .one(schema), permission: .read, perform: get))
        if takesBuilds {
            ToOneRelationship(owner: type, name: "build", schema: .builds, query: QueryRules(fields: [.builds])) {
                call throws(APIFailure) in
                guard case .build(let id) = try await find(call).subject else { return nil }
                let build = try await store.build(id, as: ResourceSchema.builds.type, for: call.caller)
                return ToOneRelationship.Found(resource: ResourceObject(build))
            }
            .add(to: &table)
        }
        table.add(
            Operation(
                id: "\(type)_deleteInstance", method: .delete, path: "/v1/\(type)/{id}", answer: .nothing,
                permission: .submit, perform: delete))
    }

    // MARK: Reading

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let query = call.query
        var listing = BetaReviewListing(limit: query.limit)
        let (versions, builds) = (query.filters["backgroundAssetVersion"], query.filters["build"])
        if versions != nil || builds != nil {
            listing.subjects =
                (versions ?? []).map(BetaReviewSubject.packVersion) + (builds ?? []).map(BetaReviewSubject.build)
        }
        // What is another's, or is not there, has none.
        listing.appIDs = call.caller.appIDs?.sorted()
        listing.states = query.filters["betaReviewState"]?.compactMap(BetaReviewState.init(rawValue:))
        listing.after = try query.after([.integer, .text])
        let wanted = listing
        let page = try await store.serving { (store) throws(StorageError) in try await store.betaReviews(wanted) }
        var included = IncludedResources()
        for review in page.elements { try await include(with: review, call, &included) }
        return .many(
            page.elements.map { ResourceObject($0, as: schema) }, included: included.resources,
            query.page(page) { [.integer($0.submittedAt.milliseconds), .string($0.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let review = try await find(call)
        var included = IncludedResources()
        try await include(with: review, call, &included)
        return .one(ResourceObject(review, as: schema), included: included.resources)
    }

    private func include(
        with review: BetaReview, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) {
        switch review.subject {
        case .packVersion(let id) where call.query.includes.contains("backgroundAssetVersion"):
            included.add(ResourceObject(try await store.version(id, for: call.caller)))
        case .build(let id) where call.query.includes.contains("build"):
            included.add(
                ResourceObject(try await store.build(id, as: ResourceSchema.builds.type, for: call.caller)))
        case .packVersion, .build: break
        }
    }

    private func find(_ call: OperationCall) async throws(APIFailure) -> BetaReview {
        let id = call.id
        let review = try await store.serving { (store) throws(StorageError) in try await store.betaReview(id) }
        guard let review, call.caller.sees(appID: review.appID) else {
            throw APIFailure(.notFound(schema.type, id: id))
        }
        if case .build = review.subject, !takesBuilds { throw APIFailure(.notFound(schema.type, id: id)) }
        return review
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let subject: BetaReviewSubject
        if takesBuilds, let buildID = try call.one("backgroundAssetVersion", or: "build").second {
            subject = .build(buildID)
        } else {
            subject = .packVersion(call.body?.id("backgroundAssetVersion") ?? "")
        }
        try await check(subject, call)
        let caller = call.caller.id
        let review = try await store.serving { (store) throws(StorageError) in
            try await store.submitForBeta(subject, by: caller).review
        }
        return .one(ResourceObject(review, as: schema))
    }

    /// - Throws: when it is not there, or is not to be known of.
    private func check(_ subject: BetaReviewSubject, _ call: OperationCall) async throws(APIFailure) {
        let found: APIFailure
        do throws(APIFailure) {
            switch subject {
            case .packVersion(let id): _ = try await store.version(id, for: call.caller)
            case .build(let id): _ = try await store.build(id, as: ResourceSchema.builds.type, for: call.caller)
            }
            return
        } catch { found = error }
        guard found.status == 404 else { throw found }
        let missing: Refusal =
            switch subject {
            case .packVersion(let id):
                .relatedNotFound(relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: id)
            case .build(let id): .relatedNotFound(relationship: "build", type: "builds", id: id)
            }
        throw APIFailure(APIError(missing))
    }

    private func delete(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = try await find(call).id
        _ = try await store.serving { (store) throws(StorageError) in try await store.withdrawFromBeta(id) }
        return .empty
    }
}
