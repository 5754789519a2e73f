// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ExtensionHost
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// What extensions may reach: of their app the bundle and the packs to read, the containers of its groups, its own caches and
/// the files that have arrived to change.
struct ExtensionSandbox: Sendable {
    let store: AssetStore
    let layout: StoreLayout
    let purgeable: PurgeableFiles
    let logger: Logger

    /// Sees to it that what an extension may reach is there.
    ///
    /// - `temporary`: the folder for the files of this run, which is made when all else is there.
    func prepare(for bundle: AppBundle, temporary: String) async throws(ServiceError) -> Confinement {
        let bundleID = bundle.information.bundleID
        let groups: [String]
        do throws(AssetStoreError) { groups = try await store.groups(of: bundleID) } catch {
            throw ServiceError(store: error)
        }
        // What does not exist when a process starts it cannot be allowed.
        do throws(SystemError) {
            try ControlLocks(layout: layout).prepare(bundleID)
            try Directory(opening: layout.downloads).makeFolder(bundleID)
            try Directory(opening: layout.spool).makeFolder((temporary as NSString).lastPathComponent)
            try purgeable.prepareCaches(of: bundleID)
        } catch { throw ServiceError(system: error) }
        return Confinement(
            readable: [bundle.path, layout.packs(of: bundleID), ControlLocks(layout: layout).path(of: bundleID)],
            writable: groups.map(layout.group) + [
                purgeable.caches(of: bundleID), layout.downloads + "/" + bundleID, temporary,
            ])
    }

    /// In the spool, where the next service removes what is left.
    func temporaryFolder() -> String { layout.staging("extension-" + UUID().uuidString) }

    func removeTemporaryFolder(_ path: String) async {
        let (spool, name) = (layout.spool, (path as NSString).lastPathComponent)
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in try Directory(opening: spool).removeTree(name) }
        } catch { logger.warning("temporary files of an extension cannot be removed: \(error)") }
    }
}
