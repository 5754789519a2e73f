// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `reviewSubmissionItems` (hosting-api 1.1 and 3.4).
struct ReviewItemEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        ToManyRelationship(
            owner: "reviewSubmissions", name: "items", schema: .reviewSubmissionItems,
            query: QueryRules(
                includes: ["appStoreVersion", "backgroundAssetVersion"],
                fields: [.appStoreVersions, .backgroundAssetVersions, .reviewSubmissionItems], paging: .list
            ).addingAbsent(of: .reviewSubmissionItems),
            find: find
        ).add(to: &table)
        table.add(
            Operation(
                id: "reviewSubmissionItems_createInstance", method: .post, path: "/v1/reviewSubmissionItems",
                body: .create(
                    "reviewSubmissionItems",
                    relationships: [
                        .init("reviewSubmission", "reviewSubmissions", isRequired: true),
                        .init("appStoreVersion", "appStoreVersions"),
                        .init("backgroundAssetVersion", "backgroundAssetVersions"),
                    ]), answer: .one(.reviewSubmissionItems), permission: .submit, perform: create
            ) { call throws(APIFailure) in .one(ResourceObject(try await item(call))) })
        table.add(
            Operation(
                id: "reviewSubmissionItems_updateInstance", method: .patch, path: "/v1/reviewSubmissionItems/{id}",
                body: .update(
                    "reviewSubmissionItems",
                    attributes: [
                        .init("resolved", .bool, isNullable: true), .init("removed", .bool, isNullable: true),
                    ]), answer: .one(.reviewSubmissionItems), permission: .submit, perform: update))
        table.add(
            Operation(
                id: "reviewSubmissionItems_deleteInstance", method: .delete, path: "/v1/reviewSubmissionItems/{id}",
                answer: .nothing, permission: .submit, perform: delete))
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let (items, page) = try await page(call)
        var included: [ResourceObject] = []
        if call.query.includes.contains("backgroundAssetVersion") {
            let ids = items.compactMap { item in
                if case .packVersion(let id, _) = item.subject { id } else { nil }
            }
            included = try await store.serving { (store) throws(StorageError) in try await store.versions(ids) }
                .map { ResourceObject($0) }
        }
        if call.query.includes.contains("appStoreVersion") {
            let ids = items.compactMap { item in if case .appVersion(let id) = item.subject { id } else { nil } }
            included += try await store.serving { (store) throws(StorageError) in
                try await store.appStoreVersions(ids)
            }.map { ResourceObject($0) }
        }
        return ToManyRelationship.Found(
            resources: items.map { ResourceObject($0) }, included: included, page: page)
    }

    /// A submission is read with all its items, which are few: a cursor has the place of the last one.
    private func page(_ call: OperationCall) async throws(APIFailure) -> ([ReviewItem], ResourceDocument.Page) {
        let items = try await store.review(call.id, for: call.caller).items
        var begin = 0
        if case .integer(let last)? = try call.query.after([.integer])?.first {
            begin = Int(clamping: last.addingReportingOverflow(1).partialValue)
        }
        guard (0...items.count).contains(begin) else {
            throw APIFailure(
                .parameterInvalid("cursor", "It is none that this server has made: begin with the first page"))
        }
        let numbered = Array(items.enumerated().dropFirst(begin))
        let page = Page(numbered, limit: call.query.limit)
        return (page.elements.map(\.element), call.query.page(page) { [.integer(Int64($0.offset))] })
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let reviewID = call.body?.id("reviewSubmission") ?? ""
        let (versionID, appStoreVersionID) = try call.one("backgroundAssetVersion", or: "appStoreVersion")
        let review = try await store.serving { (store) throws(StorageError) in try await store.review(reviewID) }
        guard let review, call.caller.sees(appID: review.review.appID) else {
            throw APIFailure(
                APIError(.relatedNotFound(relationship: "reviewSubmission", type: "reviewSubmissions", id: reviewID)))
        }
        let caller = call.caller.id
        let summary = try await store.serving { (store) throws(StorageError) in
            if let versionID {
                return try await store.addReviewItem(versionID: versionID, to: reviewID, by: caller)
            }
            return try await store.addReviewItem(
                appStoreVersionID: appStoreVersionID ?? "", to: reviewID, by: caller)
        }
        guard let item = summary.items.last else {
            throw APIFailure(.internalFault("an item was added to \(reviewID), which has none"))
        }
        return .one(ResourceObject(item))
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let item = try await item(call)
        let isResolved = call.body?.bool("resolved") ?? false
        let isRemoved = call.body?.bool("removed") ?? false
        if isResolved, isRemoved {
            throw APIFailure(.attributeInvalid("removed", "What is resolved is not removed by the same request"))
        }
        guard isResolved || isRemoved else { return .one(ResourceObject(item)) }
        let changed = try await change(call, isResolved ? .resolve : .remove)
        // One that was never submitted is gone with this.
        var last = changed.items.first { $0.id == item.id } ?? item
        if isRemoved { last.state = .removed }
        return .one(ResourceObject(last))
    }

    private func delete(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        _ = try await item(call)
        _ = try await change(call, .remove)
        return .empty
    }

    private func change(
        _ call: OperationCall, _ action: HostStore.ReviewItemAction
    ) async throws(APIFailure) -> ReviewSummary {
        let (id, caller) = (call.id, call.caller.id)
        return try await store.serving { (store) throws(StorageError) in
            try await store.change(itemID: id, action, by: caller).summary
        }
    }

    private func item(_ call: OperationCall) async throws(APIFailure) -> ReviewItem {
        let id = call.id
        let summary = try await store.serving { (store) throws(StorageError) in try await store.review(ofItem: id) }
        guard let summary, call.caller.sees(appID: summary.review.appID),
            let item = summary.items.first(where: { $0.id == id })
        else { throw APIFailure(.notFound("reviewSubmissionItems", id: id)) }
        return item
    }
}
