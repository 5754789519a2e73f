// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// Removes the files of apps that are no longer on record. A service that is killed meanwhile leaves the rest to its
/// successor, for the record of the removal goes last.
struct AppRemoval: Sendable {
    let store: AssetStore
    let layout: StoreLayout
    let local: LocalPacksService
    let desktop: DesktopEntries
    let purgeable: PurgeableFiles
    let logger: Logger
    /// By bundle ID: two that remove the same tree are in each other's way.
    private let lock = KeyedLock()

    init(
        store: AssetStore, layout: StoreLayout, local: LocalPacksService, desktop: DesktopEntries,
        purgeable: PurgeableFiles, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.local = local
        self.desktop = desktop
        self.purgeable = purgeable
        self.logger = logger
    }

    /// Removes what is left of an app; nothing when nothing is.
    func finish(_ bundleID: String) async throws(ServiceError) {
        do throws(AssetStoreError) {
            try await lock.withLock(bundleID) { () throws(AssetStoreError) in
                guard let removal = try await store.removals().first(where: { $0.bundleID == bundleID }) else {
                    return
                }
                try await remove(removal)
            }
        } catch { throw ServiceError(store: error) }
    }

    /// Takes up what an earlier run of the service has left.
    func finishAll() async throws(AssetStoreError) {
        for removal in try await store.removals() {
            do throws(ServiceError) { try await finish(removal.bundleID) } catch {
                logger.error("the files of \(removal.bundleID) are still to be removed: \(error)")
            }
        }
    }

    private func remove(_ removal: StoredRemoval) async throws(AssetStoreError) {
        let bundleID = removal.bundleID
        do {
            try await local.removeAll(of: bundleID)
            let (layout, desktop, purgeable) = (layout, desktop, purgeable)
            try await BlockingWork.run { () throws(SystemError) in
                try Directory(opening: layout.apps).removeTree(bundleID)
                try FinishedFiles(layout: layout).removeAll(of: bundleID)
                try ControlLocks(layout: layout).remove(bundleID)
                try desktop.remove(bundleID: bundleID)
                if removal.groupRule != .keep { try purgeable.removeCaches(of: bundleID) }
            }
            for groupID in removal.groupIDs {
                let group = AppGroupFolder(layout: layout, groupID: groupID)
                try await BlockingWork.run { () throws(ServiceError) in
                    switch removal.groupRule {
                    case .keep: break
                    case .remove: try group.remove()
                    case .removeIfUnused: try group.removeIfUnused()
                    }
                }
            }
        } catch { throw .files("what is left of \(bundleID) cannot be removed: \(error)", outOfSpace: false) }
        try await store.finishRemoval(of: bundleID)
        store.noteRemoved()
    }
}
