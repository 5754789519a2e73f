// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface
internal import SystemSupport

/// What apps and packs use of the disk, measured there.
struct StorageService: Sendable {
    let store: AssetStore
    let layout: StoreLayout
    let files: PurgeableFiles
    let space: SpaceService

    /// - `bundleID`: the only app that counts; nil for all.
    /// - Throws: `appNotFound`.
    func usage(of bundleID: String?) async throws(ServiceError) -> StorageInterface.Usage.Reply {
        let apps = try await measurements(of: bundleID)
        if let bundleID, apps.isEmpty { throw .appNotFound(bundleID) }
        let purgeable = Dictionary(grouping: await space.purgeableFiles(of: bundleID), by: \.record.bundleID)
        return await BlockingWork.run { [layout] in
            let uses = apps.map { app in
                var use = app.use()
                use.purgeableBytes = (purgeable[app.bundleID] ?? []).reduce(0) { $0 &+ $1.allocatedSize }
                return use
            }
            let (database, log) = (layout.database, layout.log)
            let space = DiskSpace(at: layout.root)
            return StorageInterface.Usage.Reply(
                apps: uses, keptBytes: StorageMeasurement.size(of: layout.spool + "/" + KeptTransfers.folderName),
                serviceBytes: [database, database + "-wal", database + "-shm", log].reduce(0) {
                    $0 &+ (FileStatus(path: $1)?.allocatedSize ?? 0)
                },
                availableBytes: space?.available, capacityBytes: space?.capacity)
        }
    }

    private func measurements(of bundleID: String?) async throws(ServiceError) -> [StorageMeasurement] {
        do throws(AssetStoreError) {
            var measurements: [StorageMeasurement] = []
            let downloads = try await store.downloads().map { ($0.bundleID, $0.id) }
            let fileDownloads = try await store.fileDownloads().map { ($0.bundleID, $0.id) }
            let installations = try await store.installations().map { ($0.bundleID, $0.staging ?? "") }
            let transfers = try await store.sessionTransfers()
            let staged = (downloads + fileDownloads + installations + transfers.map { ($0.bundleID, $0.id) })
                .filter { !$0.1.isEmpty }
            for app in try await store.apps() where bundleID == nil || bundleID == app.bundleID {
                measurements.append(
                    StorageMeasurement(
                        bundleID: app.bundleID, name: app.name,
                        packs: try await store.packs(of: app.bundleID).map { ($0.packID, $0.version) },
                        groups: try await store.groups(of: app.bundleID),
                        stagingNames: staged.filter { $0.0 == app.bundleID }.map(\.1),
                        uploads: transfers.filter { $0.bundleID == app.bundleID && $0.uploadSize != nil }.map {
                            SessionFiles(layout: layout).uploadPath(of: $0.id)
                        },
                        cachesFolder: files.caches(of: app.bundleID), layout: layout))
            }
            return measurements
        } catch { throw ServiceError(store: error) }
    }
}
