// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface

/// The apps on record, and what their bundles say.
struct AppCatalog: Sendable {
    let store: AssetStore

    func apps() async throws(ServiceError) -> [StoredApp] {
        do throws(AssetStoreError) { return try await store.apps() } catch { throw ServiceError(store: error) }
    }

    /// - Throws: `appNotFound`.
    func app(_ bundleID: String) async throws(ServiceError) -> StoredApp {
        do throws(AssetStoreError) {
            if let app = try await store.app(bundleID) { return app }
        } catch { throw ServiceError(store: error) }
        throw .appNotFound(bundleID)
    }

    /// The version that counts: the launchable one, or the one being installed when there is none yet.
    func version(of bundleID: String) async throws(ServiceError) -> StoredAppVersion {
        let app = try await app(bundleID)
        do throws(AssetStoreError) {
            if let id = app.currentVersionID, let version = try await store.version(id) { return version }
            if let version = try await store.versions(of: bundleID).last { return version }
        } catch { throw ServiceError(store: error) }
        throw .appNotFound(bundleID)
    }

    /// The bundle of that version, read again: an adopted one may have changed.
    func bundle(of bundleID: String) async throws(ServiceError) -> AppBundle {
        let version = try await version(of: bundleID)
        return try Self.bundle(at: version)
    }

    static func bundle(at version: StoredAppVersion) throws(ServiceError) -> AppBundle {
        do throws(AppBundleError) {
            return try AppBundle(path: version.path, requireExecutableBit: version.launchable || version.adopted)
        } catch { throw ServiceError(bundle: error) }
    }

    func information(of bundleID: String) async throws(ServiceError) -> AppInformation {
        try await bundle(of: bundleID).information
    }
}
