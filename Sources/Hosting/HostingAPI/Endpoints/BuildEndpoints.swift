// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `builds`, as App Store Connect shows them: what was uploaded for an app.
struct BuildEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        let reading = QueryRules(includes: ["app"], fields: [.apps, .builds])
        var listing = reading
        listing.filters = [
            "app": .any, "id": .any, "version": .any,
            "processingState": .oneOf(ResourceSchema.BuildProcessingState.allCases.map(\.rawValue)),
        ]
        listing.paging = .list
        table.add(
            Operation(
                id: "builds_getCollection", method: .get, path: "/v1/builds", query: listing, answer: .many(.builds),
                permission: .read, perform: list))
        table.add(
            Operation(
                id: "builds_getInstance", method: .get, path: "/v1/builds/{id}", query: reading, answer: .one(.builds),
                permission: .read, perform: get))
    }

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var listing = BuildListing(appIDs: call.query.appIDs(for: call.caller), limit: call.query.limit)
        listing.ids = call.query.filters["id"]
        listing.builds = call.query.filters["version"]
        let states = call.query.filters["processingState"].map(Set.init)
        listing.states = [.processing, .failed, .complete].filter { state in
            guard let states else { return true }
            return switch state {
            case .awaitingUpload, .processing: states.contains(ResourceSchema.BuildProcessingState.processing.rawValue)
            case .failed: states.contains(ResourceSchema.BuildProcessingState.invalid.rawValue)
            case .complete: states.contains(ResourceSchema.BuildProcessingState.valid.rawValue)
            }
        }
        listing.after = try call.query.after([.integer, .text])
        let wanted = listing
        let page = try await store.serving { (store) throws(StorageError) in try await store.builds(wanted) }
        var included = IncludedResources()
        for build in page.elements { try await include(with: build, call, &included) }
        return .many(
            page.elements.map { ResourceObject($0) }, included: included.resources,
            call.query.page(page) { [.integer($0.createdAt.milliseconds), .string($0.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let build = try await store.build(call.id, as: ResourceSchema.builds.type, for: call.caller)
        // Until its archive has come there is nothing that Apple's interface would know of.
        guard build.state != .awaitingUpload else {
            throw APIFailure(.notFound(ResourceSchema.builds.type, id: call.id))
        }
        var included = IncludedResources()
        try await include(with: build, call, &included)
        return .one(ResourceObject(build), included: included.resources)
    }

    private func include(
        with build: HostedBuild, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) {
        guard call.query.includes.contains("app") else { return }
        included.add(ResourceObject(try await store.app(build.appID, for: call.caller)))
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
