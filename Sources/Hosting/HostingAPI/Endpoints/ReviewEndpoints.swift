// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `reviewSubmissions` (hosting-api 1.1 and 3.4).
struct ReviewEndpoints: Sendable {
    let store: HostStore

    /// Items that are named without a `limit[items]`.
    private static let usualItems = 10
    private static let filters: [String: QueryRules.Filter] = [
        "platform": .oneOf(.platform),
        "state": .oneOf(.reviewSubmissionState),
    ]
    private static let reading = QueryRules(
        includes: ["app", "items", "appStoreVersionForReview", "submittedByActor", "lastUpdatedByActor"],
        fields: [.actors, .appStoreVersions, .apps, .reviewSubmissionItems, .reviewSubmissions],
        nestedLimits: ["items": QueryRules.largestNestedLimit])
    private static let platform = AttributeSchema("platform", .enumeration(.platform))

    func add(to table: inout OperationTable) {
        var listing = Self.reading
        (listing.filters, listing.paging) = (Self.filters, .list)
        ToManyRelationship(
            owner: "apps", name: "reviewSubmissions", schema: .reviewSubmissions, query: listing
        ) { call throws(APIFailure) in
            try await find(call, of: [try await store.app(call.id, for: call.caller).id])
        }
        .add(to: &table)
        listing.filters["app"] = .any
        listing.requiredFilters = ["app"]
        table.add(
            Operation(
                id: "reviewSubmissions_getCollection", method: .get, path: "/v1/reviewSubmissions", query: listing,
                answer: .many(.reviewSubmissions), permission: .read
            ) { call throws(APIFailure) in try await find(call, of: call.query.filters["app"] ?? []).reply })
        table.add(
            Operation(
                id: "reviewSubmissions_createInstance", method: .post, path: "/v1/reviewSubmissions",
                body: .create(
                    "reviewSubmissions", attributes: [Self.platform],
                    relationships: [.init("app", "apps", isRequired: true)]),
                answer: .one(.reviewSubmissions), permission: .submit, perform: create, recall: get))
        table.add(
            Operation(
                id: "reviewSubmissions_getInstance", method: .get, path: "/v1/reviewSubmissions/{id}",
                query: Self.reading, answer: .one(.reviewSubmissions), permission: .read, perform: get))
        table.add(
            Operation(
                id: "reviewSubmissions_updateInstance", method: .patch, path: "/v1/reviewSubmissions/{id}",
                body: .update(
                    "reviewSubmissions",
                    attributes: [
                        .init("submitted", .bool, isNullable: true), .init("canceled", .bool, isNullable: true),
                        .init(Self.platform.name, Self.platform.value, isNullable: true),
                    ]), answer: .one(.reviewSubmissions), permission: .submit, perform: update))
    }

    // MARK: Reading

    private func find(
        _ call: OperationCall, of appIDs: [String]
    ) async throws(APIFailure) -> ToManyRelationship.Found {
        let page = try await page(call, of: appIDs)
        var included = IncludedResources()
        for summary in page.elements { try await include(with: summary, call, &included) }
        return ToManyRelationship.Found(
            resources: page.elements.map { ResourceObject($0, itemLimit: Self.itemLimit(call.query)) },
            included: included.resources,
            page: call.query.page(page) { [.integer($0.review.createdAt.milliseconds), .string($0.review.id)] })
    }

    private func page(_ call: OperationCall, of appIDs: [String]) async throws(APIFailure) -> Page<ReviewSummary> {
        var seen: [String] = []
        for id in appIDs {
            let app = try await store.filtered { () async throws(APIFailure) in
                try await store.app(id, for: call.caller)
            }
            if let app { seen.append(app.id) }
        }
        let query = call.query
        var listing = ReviewListing(appIDs: seen, limit: query.limit)
        listing.platforms = query.filters["platform"]?.compactMap(ApplePlatform.init(rawValue:))
        listing.states = query.filters["state"]?.compactMap(ReviewSubmissionState.init(rawValue:))
        listing.after = try query.after([.integer, .text])
        let wanted = listing
        return try await store.serving { (store) throws(StorageError) in try await store.reviews(wanted) }
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        try await reply(with: try await store.review(call.id, for: call.caller), call)
    }

    private func reply(with summary: ReviewSummary, _ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var included = IncludedResources()
        try await include(with: summary, call, &included)
        return .one(
            ResourceObject(summary, itemLimit: Self.itemLimit(call.query)), included: included.resources)
    }

    private static func itemLimit(_ query: ResourceQuery) -> Int? {
        query.includes.contains("items") ? query.nestedLimits["items"] ?? usualItems : nil
    }

    private func include(
        with summary: ReviewSummary, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) {
        let wanted = call.query.includes
        if wanted.contains("app") {
            included.add(ResourceObject(try await store.app(summary.review.appID, for: call.caller)))
        }
        for item in summary.items.prefix(Self.itemLimit(call.query) ?? 0) { included.add(ResourceObject(item)) }
        if wanted.contains("appStoreVersionForReview"), let id = summary.appStoreVersionID {
            let version = try await store.serving { (store) throws(StorageError) in
                try await store.appStoreVersion(id)
            }
            if let version { included.add(ResourceObject(version)) }
        }
        if wanted.contains("submittedByActor"), let id = summary.review.submitterID {
            included.add(ResourceObject(actor: id))
        }
        if wanted.contains("lastUpdatedByActor") { included.add(ResourceObject(actor: summary.review.updaterID)) }
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let appID = call.body?.id("app") ?? ""
        guard call.caller.sees(appID: appID) else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "app", type: "apps", id: appID)))
        }
        let platform = call.body?.string("platform").flatMap(ApplePlatform.init(rawValue:))
        let caller = call.caller.id
        let summary = try await store.serving { (store) throws(StorageError) in
            try await store.createReview(appID: appID, platform: platform, by: caller)
        }
        return try await reply(with: summary, call)
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let summary = try await store.review(call.id, for: call.caller)
        let isSubmitted = call.body?.bool("submitted") ?? false
        let isCancelled = call.body?.bool("canceled") ?? false
        if isSubmitted, isCancelled {
            throw APIFailure(.attributeInvalid("canceled", "What is submitted is not canceled by the same request"))
        }
        // It is what other submissions are told from it by.
        if let platform = call.body?.string("platform"), platform != summary.review.platform?.rawValue {
            throw APIFailure(
                .attributeInvalid("platform", "A submission keeps the platform that it was made for: make another one"))
        }
        guard isSubmitted || isCancelled else { return try await reply(with: summary, call) }
        let (id, caller) = (call.id, call.caller.id)
        let changed = try await store.serving { (store) throws(StorageError) in
            try await store.change(reviewID: id, isSubmitted ? .submit : .cancel, by: caller).summary
        }
        return try await reply(with: changed, call)
    }
}
