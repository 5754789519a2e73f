// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import SystemSupport

extension InstallationsService {
    /// Claims the app group of a bundle for its app, which is put on record when it is not yet, and makes the container.
    ///
    /// - Throws: `bundleInvalid` when another app has the group; `installationFailed` when the app is being uninstalled.
    func claimGroup(of information: AppInformation) async throws(ServiceError) {
        let bundleID = information.bundleID
        let app = StoredApp(
            bundleID: bundleID, name: information.name,
            origin: running[bundleID]?.record.origin ?? AppSource.localOrigin, addedAt: clock.now)
        try await claim(information.appGroupID, for: app)
        guard let groupID = information.appGroupID else { return }
        let group = AppGroupFolder(layout: layout, groupID: groupID)
        try group.prepare()
        do throws(SystemError) { try group.markCaches() } catch {
            logger.notice("backups will hold the caches of \(groupID): \(error)")
        }
    }

    private func claim(_ group: String?, for app: StoredApp) async throws(ServiceError) {
        while true {
            let claim: AssetStore.GroupClaim
            do throws(AssetStoreError) { claim = try await store.claim(group, for: app) } catch {
                throw ServiceError(store: error)
            }
            switch claim {
            case .claimed: return
            case .belongs(let owner): throw Self.groupTaken(group ?? "", of: app.bundleID, by: owner)
            case .isBeingRemoved(app.bundleID):
                throw ServiceError(
                    .installationFailed,
                    "\(app.bundleID) was uninstalled while it was being installed: install it again",
                    subject: app.bundleID)
            // What is still to be removed of it must not be what this app puts there.
            case .isBeingRemoved(let other): try await removal.finish(other)
            }
        }
    }

    static func groupTaken(_ group: String, of bundleID: String, by owner: String) -> ServiceError {
        ServiceError(
            .bundleInvalid,
            "the app group \(group) of \(bundleID) belongs to \(owner), which claimed it first: use another one, or "
                + "uninstall that app", subject: bundleID)
    }
}
