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

    func add(to table: inout OperationTable) {
        let type = schema.type
        let reading = QueryRules(includes: ["backgroundAssetVersion"], fields: [schema, .backgroundAssetVersions])
        var listing = reading
        listing.filters = [
            "backgroundAssetVersion": .any, "betaReviewState": .oneOf(BetaReviewState.allCases.map(\.rawValue)),
        ]
        (listing.requiredFilters, listing.paging) = (["backgroundAssetVersion"], .list)
        table.add(
            Operation(
                id: "\(type)_getCollection", method: .get, path: "/v1/\(type)", query: listing, answer: .many(schema),
                permission: .read, perform: list))
        table.add(
            Operation(
                id: "\(type)_createInstance", method: .post, path: "/v1/\(type)",
                body: .create(
                    type,
                    relationships: [.init("backgroundAssetVersion", "backgroundAssetVersions", isRequired: true)]),
                answer: .one(schema), permission: .submit, perform: create))
        table.add(
            Operation(
                id: "\(type)_getInstance", method: .get, path: "/v1/\(type)/{id}", query: reading,
                answer: .one(schema), permission: .read, perform: get))
        table.add(
            Operation(
                id: "\(type)_deleteInstance", method: .delete, path: "/v1/\(type)/{id}", answer: .nothing,
                permission: .submit, perform: delete))
    }

    // MARK: Reading

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let query = call.query
        var seen: [String] = []
        for id in query.filters["backgroundAssetVersion"] ?? [] {
            let summary = try await store.filtered { () async throws(APIFailure) in
                try await store.version(id, for: call.caller)
            }
            if let summary { seen.append(summary.version.id) }
        }
        var listing = BetaReviewListing(versionIDs: seen, limit: query.limit)
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
        guard call.query.includes.contains("backgroundAssetVersion") else { return }
        included.add(ResourceObject(try await store.version(review.versionID, for: call.caller)))
    }

    private func find(_ call: OperationCall) async throws(APIFailure) -> BetaReview {
        let id = call.id
        let review = try await store.serving { (store) throws(StorageError) in try await store.betaReview(id) }
        guard let review, call.caller.sees(appID: review.appID) else {
            throw APIFailure(.notFound(schema.type, id: id))
        }
        return review
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = call.body?.id("backgroundAssetVersion") ?? ""
        let version = try await store.serving { (store) throws(StorageError) in try await store.version(id) }
        guard let version, call.caller.sees(appID: version.pack.appID) else {
            throw APIFailure(
                APIError(
                    .relatedNotFound(
                        relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: id)))
        }
        let caller = call.caller.id
        let review = try await store.serving { (store) throws(StorageError) in
            try await store.submitForBeta(versionID: id, by: caller).review
        }
        return .one(ResourceObject(review, as: schema))
    }

    private func delete(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let id = try await find(call).id
        _ = try await store.serving { (store) throws(StorageError) in try await store.withdrawFromBeta(id) }
        return .empty
    }
}
