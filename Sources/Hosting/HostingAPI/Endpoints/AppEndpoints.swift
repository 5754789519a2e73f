// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `apps`, as far as asset packs need them.
struct AppEndpoints: Sendable {
    let store: HostStore

    private static let sorts: [(name: String, order: AppListing.Order)] = [
        ("name", .name), ("bundleId", .bundleID), ("sku", .sku),
    ]
    private static let reading: QueryRules = {
        let kept = ["appStoreVersions", "builds", "reviewSubmissions"]
        return QueryRules(
            includes: kept, fields: [.apps, .appStoreVersions, .builds, .reviewSubmissions],
            nestedLimits: Dictionary(uniqueKeysWithValues: kept.map { ($0, QueryRules.largestNestedLimit) })
        ).addingAbsent(of: .apps)
    }()

    func add(to table: inout OperationTable) {
        var listing = Self.reading
        let platforms = QueryRules.Filter.oneOf(.platform)
        listing.filters = [
            "bundleId": .any, "id": .any, "name": .any, "sku": .any, "appStoreVersions": .any,
            "appStoreVersions.platform": platforms, "appStoreVersions.appStoreState": .oneOf(.appStoreVersionState),
            "appStoreVersions.appVersionState": .oneOf(.appVersionState), "reviewSubmissions.platform": platforms,
            "reviewSubmissions.state": .oneOf(.reviewSubmissionState),
        ]
        listing.existences = ["gameCenterEnabledVersions"]
        listing.sorts = Self.sorts.map(\.name)
        listing.paging = .list
        table.add(
            Operation(
                id: "apps_getCollection", method: .get, path: "/v1/apps", query: listing, answer: .many(.apps),
                permission: .read, perform: list))
        table.add(
            Operation(
                id: "apps_getInstance", method: .get, path: "/v1/apps/{id}", query: Self.reading, answer: .one(.apps),
                permission: .read, perform: get))
    }

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (query, filters) = (call.query, call.query.filters)
        var listing = AppListing(ids: call.caller.appIDs?.sorted(), bundleIDs: filters["bundleId"], limit: query.limit)
        if let wanted = filters["id"] { listing.ids = wanted.filter { call.caller.sees(appID: $0) } }
        // What is asked to be there never is.
        if query.existences.values.contains(true) { listing.ids = [] }
        (listing.names, listing.skus) = (filters["name"], filters["sku"])
        listing.versions.ids = filters["appStoreVersions"]
        listing.versions.platforms = filters["appStoreVersions.platform"]?.compactMap(ApplePlatform.init(rawValue:))
        listing.versions.states = AppStoreReleaseState.filtered(
            appStoreStates: filters["appStoreVersions.appStoreState"],
            appVersionStates: filters["appStoreVersions.appVersionState"])
        listing.reviewPlatforms = filters["reviewSubmissions.platform"]?.compactMap(ApplePlatform.init(rawValue:))
        listing.reviewStates = filters["reviewSubmissions.state"]?.compactMap(ReviewSubmissionState.init(rawValue:))
        listing.order = query.sorts.compactMap { sort in
            Self.sorts.first { $0.name == sort.name }.map { ($0.order, sort.isFalling) }
        }
        listing.after = try query.after(query.sorts.map { _ in .text } + [.text])
        let wanted = listing
        let page = try await store.serving { (store) throws(StorageError) in try await store.apps(wanted) }
        var (resources, included): ([ResourceObject], IncludedResources) = ([], IncludedResources())
        for app in page.elements { resources.append(try await resource(app, call, &included)) }
        return .many(
            resources, included: included.resources,
            query.page(page) { app in
                listing.order.map { item in
                    switch item.order {
                    case .name: .string(app.name)
                    case .bundleID: .string(app.bundleID)
                    case .sku: .string(app.sku)
                    }
                } + [.string(app.id)]
            })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var included = IncludedResources()
        let app = try await resource(try await store.app(call.id, for: call.caller), call, &included)
        return .one(app, included: included.resources)
    }

    /// With what is included of it.
    private func resource(
        _ app: HostedApp, _ call: OperationCall, _ included: inout IncludedResources
    ) async throws(APIFailure) -> ResourceObject {
        var resource = ResourceObject(app)
        let related = AppRelationships(store: store, appID: app.id)
        for name in call.query.includes.sorted() {
            let limit = call.query.nestedLimits[name] ?? AppRelationships.usualLimit
            guard let page = try await related.page(name, limit: limit) else { continue }
            for element in page.elements { included.add(element) }
            resource.linkages[name] = .many(
                page.elements.map(\.identifier), total: page.hasMore ? nil : page.elements.count, limit: limit)
        }
        return resource
    }
}
