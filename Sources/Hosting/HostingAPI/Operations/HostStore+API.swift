// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

// What operations share: resources that are not there, and those that a key limited to other apps may not know of.
extension HostStore {
    /// Does something with the storage, whose errors are those of the interface then.
    func serving<Value>(
        _ body: (HostStore) async throws(StorageError) -> Value
    ) async throws(APIFailure) -> Value {
        do throws(StorageError) { return try await body(self) } catch { throw APIFailure(storage: error) }
    }

    /// What a filter names: what is not there, or is not to be known of, is nothing, and no error.
    func filtered<Value>(_ find: () async throws(APIFailure) -> Value) async throws(APIFailure) -> Value? {
        do throws(APIFailure) { return try await find() } catch {
            if error.status == 404 { return nil }
            throw error
        }
    }

    func app(_ id: String, for caller: APICaller) async throws(APIFailure) -> HostedApp {
        let app = try await serving { (store) throws(StorageError) in try await store.app(id) }
        guard let app, caller.sees(appID: id) else { throw APIFailure(.notFound("apps", id: id)) }
        return app
    }

    func pack(_ id: String, for caller: APICaller) async throws(APIFailure) -> PackSummary {
        let summary = try await serving { (store) throws(StorageError) in try await store.pack(id) }
        guard let summary, caller.sees(appID: summary.pack.appID) else {
            throw APIFailure(.notFound("backgroundAssets", id: id))
        }
        return summary
    }

    func review(_ id: String, for caller: APICaller) async throws(APIFailure) -> ReviewSummary {
        let summary = try await serving { (store) throws(StorageError) in try await store.review(id) }
        guard let summary, caller.sees(appID: summary.review.appID) else {
            throw APIFailure(.notFound("reviewSubmissions", id: id))
        }
        return summary
    }

    func webhook(_ id: String, for caller: APICaller) async throws(APIFailure) -> Webhook {
        let webhook = try await serving { (store) throws(StorageError) in try await store.webhook(id) }
        guard let webhook, caller.sees(appID: webhook.appID) else { throw APIFailure(.notFound("webhooks", id: id)) }
        return webhook
    }

    /// - `type`: of the resource that it is asked for as.
    func build(_ id: String, as type: String, for caller: APICaller) async throws(APIFailure) -> HostedBuild {
        let build = try await serving { (store) throws(StorageError) in try await store.build(id) }
        guard let build, caller.sees(appID: build.appID) else { throw APIFailure(.notFound(type, id: id)) }
        return build
    }

    /// The same, of one whose archive has come: until then there is nothing that Apple's interface would know of.
    func uploadedBuild(_ id: String, for caller: APICaller) async throws(APIFailure) -> HostedBuild {
        let build = try await build(id, as: ResourceSchema.builds.type, for: caller)
        guard build.state != .awaitingUpload else { throw APIFailure(.notFound(ResourceSchema.builds.type, id: id)) }
        return build
    }

    func appStoreVersion(_ id: String, for caller: APICaller) async throws(APIFailure) -> AppStoreVersionSummary {
        let summary = try await serving { (store) throws(StorageError) in try await store.appStoreVersion(id) }
        guard let summary, caller.sees(appID: summary.version.appID) else {
            throw APIFailure(.notFound("appStoreVersions", id: id))
        }
        return summary
    }

    func version(_ id: String, for caller: APICaller) async throws(APIFailure) -> VersionSummary {
        let summary = try await serving { (store) throws(StorageError) in try await store.version(id) }
        guard let summary, caller.sees(appID: summary.pack.appID) else {
            throw APIFailure(.notFound("backgroundAssetVersions", id: id))
        }
        return summary
    }
}
