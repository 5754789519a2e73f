// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// The app groups: which app has claimed which, and their containers.
struct AppGroups: Sendable {
    let store: AssetStore
    let layout: StoreLayout
    let removal: AppRemoval
    let catalog: AppCatalog
    let logger: Logger

    /// Claims a group for an app, which is put on record when it is not yet, and makes the container.
    ///
    /// - `group`: nil for an app that has none.
    /// - Throws: `bundleInvalid` when another app has the group; `installationFailed` when the app is being uninstalled.
    func claim(_ group: String?, for app: StoredApp) async throws(ServiceError) {
        while try await !record(group, for: app) {}
        guard let group else { return }
        let folder = AppGroupFolder(layout: layout, groupID: group)
        let added: StoredApp?
        do throws(AssetStoreError) { added = try await store.app(app.bundleID) } catch {
            throw ServiceError(store: error)
        }
        try folder.prepare(addedAt: added?.addedAt ?? app.addedAt)
        do throws(SystemError) { try folder.markCaches() } catch {
            logger.notice("backups will hold the caches of \(group): \(error)")
        }
    }

    /// What becomes of the containers of an app whose first installation has come to nothing: what was there before stays, as
    /// of one that was uninstalled and has kept its data.
    func ruleAfterCancellation(of app: StoredApp) async throws(AssetStoreError) -> StoredRemoval.GroupRule {
        let groups = try await store.groups(of: app.bundleID)
        let areNew = groups.allSatisfy { AppGroupFolder(layout: layout, groupID: $0).isNew(since: app.addedAt) }
        return areNew ? .remove : .removeIfUnused
    }

    /// Groups that an app whose bundle names none may claim.
    private static let largestCount = 8

    /// Claims the group of a download for its app. An app whose bundle names a group has that one. One that names none, as
    /// those do that Apple's system knows by their entitlements, has those that it uses first, and a few at most: else an app
    /// could take those of others before they are installed.
    ///
    /// - Throws: as `claim`; `downloadInvalid` for a group that the app does not have.
    func claimForDownload(_ group: String, of bundleID: String) async throws(ServiceError) {
        let app = try await catalog.app(bundleID)
        let (owner, own): (String?, [String])
        do throws(AssetStoreError) {
            owner = try await store.owner(ofGroup: group)
            own = try await store.groups(of: bundleID)
        } catch { throw ServiceError(store: error) }
        if let owner, owner != bundleID { throw Self.taken(group, of: bundleID, by: owner) }
        if owner == nil {
            if let named = try await catalog.information(of: bundleID).appGroupID, named != group {
                throw ServiceError(
                    .downloadInvalid,
                    "the app group \(group) is not that of \(bundleID): its bundle names \(named) (BAAppGroupID)",
                    subject: bundleID)
            }
            guard own.count < Self.largestCount else {
                throw ServiceError(
                    .downloadInvalid,
                    "\(bundleID) uses \(own.count) app groups, which is as many as it may have: schedule into one of those, "
                        + "or name the group in its bundle (BAAppGroupID)", subject: bundleID)
            }
        }
        try await claim(group, for: app)
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
