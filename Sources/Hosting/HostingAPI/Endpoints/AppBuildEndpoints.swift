// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `appBuilds`: builds as they are uploaded here, with all that App Store Connect's `builds` have not got.
struct AppBuildEndpoints: Sendable {
    let store: HostStore
    let uploads: UploadAddresses

    private static let largestFileSize: Int64 = (1 << 53) - 1

    func add(to table: inout OperationTable) {
        let reading = QueryRules(includes: ["app", "build"], fields: [.appBuilds, .apps, .builds])
        var listing = reading
        listing.filters = [
            "app": .any, "version": .any, "buildNumber": .any, "state": .oneOf(.versionState),
        ]
        listing.paging = .list
        table.add(
            Operation(
                id: "appBuilds_getCollection", method: .get, path: "/ba/v1/appBuilds", query: listing,
                answer: .many(.appBuilds), permission: .read, perform: list))
        table.add(
            Operation(
                id: "appBuilds_createInstance", method: .post, path: "/ba/v1/appBuilds",
                body: .create(
                    "appBuilds",
                    attributes: [
                        .init("fileName", .string(length: 1...255), isRequired: true),
                        .init("fileSize", .integer(1...Self.largestFileSize), isRequired: true),
                    ], relationships: [.init("app", "apps", isRequired: true)]), answer: .one(.appBuilds),
                permission: .upload, perform: create, recall: get))
        table.add(
            Operation(
                id: "appBuilds_getInstance", method: .get, path: "/ba/v1/appBuilds/{id}", query: reading,
                answer: .one(.appBuilds), permission: .read, perform: get))
        table.add(
            Operation(
                id: "appBuilds_updateInstance", method: .patch, path: "/ba/v1/appBuilds/{id}",
                body: .update("appBuilds", attributes: [.init("uploaded", .bool, isNullable: true)]),
                answer: .one(.appBuilds), permission: .upload, perform: update))
    }

    // MARK: Reading

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var listing = BuildListing(appIDs: call.query.appIDs(for: call.caller), limit: call.query.limit)
        listing.versions = call.query.filters["version"]
        listing.builds = call.query.filters["buildNumber"]
        listing.states = call.query.filters["state"]?.compactMap(VersionState.init(rawValue:))
        listing.after = try call.query.after([.integer, .text])
        let wanted = listing
        let page = try await store.serving { (store) throws(StorageError) in try await store.builds(wanted) }
        var (resources, included): ([ResourceObject], IncludedResources) = ([], IncludedResources())
        for build in page.elements {
            resources.append(try await resource(build, call))
            try await include(with: build, call, &included)
        }
        return .many(
            resources, included: included.resources,
            call.query.page(page) { [.integer($0.createdAt.milliseconds), .string($0.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let build = try await find(call)
        var included = IncludedResources()
        try await include(with: build, call, &included)
        return .one(try await resource(build, call), included: included.resources)
    }

    private func include(
        with build: HostedBuild, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) {
        if call.query.includes.contains("app") {
            included.add(ResourceObject(try await store.app(build.appID, for: call.caller)))
        }
        if call.query.includes.contains("build"), build.state != .awaitingUpload {
            included.add(ResourceObject(build))
        }
    }

    private func find(_ call: OperationCall) async throws(APIFailure) -> HostedBuild {
        try await store.build(call.id, as: ResourceSchema.appBuilds.type, for: call.caller)
    }

    private func resource(_ build: HostedBuild, _ call: OperationCall) async throws(APIFailure) -> ResourceObject {
        ResourceObject(own: build, operations: try await uploads.operations(of: build, for: call))
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let appID = call.body?.id("app") ?? ""
        guard call.caller.sees(appID: appID) else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "app", type: "apps", id: appID)))
        }
        guard let name = call.body?.string("fileName"), let size = call.body?.integer("fileSize") else {
            throw APIFailure(.internalFault("a body that was checked lacks its attributes"))
        }
        let build = try await store.serving { (store) throws(StorageError) in
            try await store.createBuild(appID: appID, fileName: name, size: size)
        }
        return .one(try await resource(build, call))
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let build = try await find(call)
        guard call.body?.bool("uploaded") == true else { return .one(try await resource(build, call)) }
        let committed = try await store.serving { (store) throws(StorageError) in
            try await store.commitBuild(build.id)
        }
        return .one(ResourceObject(own: committed))
    }
}
