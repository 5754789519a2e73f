// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// The app groups: which app has claimed which, and their containers.
struct AppGroups: Sendable {
    let store: AssetStore
    let layout: StoreLayout
    let removal: AppRemoval
    let logger: Logger

    /// Claims a group for an app, which is put on record when it is not yet, and makes the container.
    ///
    /// - `group`: nil for an app that has none.
    /// - Throws: `bundleInvalid` when another app has the group; `installationFailed` when the app is being uninstalled.
    func claim(_ group: String?, for app: StoredApp) async throws(ServiceError) {
        while try await !record(group, for: app) {}
        guard let group else { return }
        let folder = AppGroupFolder(layout: layout, groupID: group)
        try folder.prepare()
        do throws(SystemError) { try folder.markCaches() } catch {
            logger.notice("backups will hold the caches of \(group): \(error)")
        }
    }

    /// - Returns: whether the claim stands; it can be tried again when not.
    private func record(_ group: String?, for app: StoredApp) async throws(ServiceError) -> Bool {
        let claim: AssetStore.GroupClaim
        do throws(AssetStoreError) { claim = try await store.claim(group, for: app) } catch {
            throw ServiceError(store: error)
        }
        switch claim {
        case .claimed: return true
        case .belongs(let owner): throw Self.taken(group ?? "", of: app.bundleID, by: owner)
        case .isBeingRemoved(app.bundleID):
            throw ServiceError(
                .installationFailed, "\(app.bundleID) was uninstalled while it was being installed: install it again",
                subject: app.bundleID)
        // What is still to be removed of it must not be what this app puts there.
        case .isBeingRemoved(let other):
            try await removal.finish(other)
            return false
        }
    }

    static func taken(_ group: String, of bundleID: String, by owner: String) -> ServiceError {
        ServiceError(
            .bundleInvalid,
            "the app group \(group) of \(bundleID) belongs to \(owner), which claimed it first: use another one, or "
                + "uninstall that app", subject: bundleID)
    }
}
