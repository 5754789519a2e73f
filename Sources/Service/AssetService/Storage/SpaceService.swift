// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// Room on the disk: what is given up for downloads that find none, and what goes when the disk runs short.
///
/// First goes what broken-off transfers have left, then files that apps have fetched and can fetch again, those first that
/// were used least recently, and at last what has come of downloads that are less urgent.
actor SpaceService {
    /// Seconds between two looks at the disk, while there is something that could be removed.
    static let interval: Double = 300

    private let store: AssetStore
    private let layout: StoreLayout
    private let files: PurgeableFiles
    private let kept: KeptTransfers
    private let staged: StagedRoom
    private let watch: RoomWatch
    private let settings: SettingsService
    private let clock: any WallClock
    private let logger: Logger
    /// Two that purge at a time would remove twice what is needed.
    private let turn = KeyedLock()
    /// There may be something new to remove.
    private let arrivals = ChangeSignal()

    init(
        store: AssetStore, layout: StoreLayout, files: PurgeableFiles, queue: TransferQueue, watch: RoomWatch,
        settings: SettingsService, clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.files = files
        self.watch = watch
        kept = KeptTransfers(layout: layout)
        staged = StagedRoom(layout: layout, queue: queue, logger: logger)
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// Keeps some of the disk free, until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [settings, arrivals] in
                for await _ in settings.changes.changes(beginningWithOne: false) { arrivals.signal() }
            }
            group.addTask { [self] in
                while !Task.isCancelled {
                    // From before the look, so that nothing falls in between.
                    let changes = arrivals.changes(beginningWithOne: false)
                    let hasFiles = await relieve()
                    await clock.sleep(until: hasFiles ? clock.now + Self.interval : .infinity, orFirstOf: changes)
                }
            }
        }
    }

    /// A file has arrived.
    nonisolated func noteArrival() { arrivals.signal() }

    /// Makes room for what found none, as far as all that may go is enough for it.
    ///
    /// - `available`: bytes that are to be free then, the reserve included.
    /// - `claim`: what it is for.
    /// - Returns: whether anything was given up, so that another try is worth while.
    func makeRoom(available: Int64, for claim: RoomClaim) async -> Bool {
        let hadKept = await releaseKept()
        let missing = available - (space?.available ?? 0)
        if missing <= 0 { return hadKept }
        let purged = await purge(freeing: missing, because: "a download needs the room")
        guard !hadKept, purged.isEmpty else { return true }
        if await staged.release(missing, for: claim) { return true }
        await watch.note(needed: available, isQueued: claim.isQueued)
        return false
    }

    /// Removes files, those first that were used least recently.
    ///
    /// - `bytes`: how much is to be freed; all without it. Nothing goes when all together is less.
    /// - `isTrial`: then nothing is removed.
    /// - Returns: those that were removed, or would be.
    func purge(
        of bundleID: String? = nil, freeing bytes: Int64? = nil, isTrial: Bool = false, because reason: String
    ) async -> [PurgeableFile] {
        await turn.withLock("") {
            let chosen = PurgeableFile.first(of: await purgeableFiles(of: bundleID), freeing: bytes)
            if isTrial || chosen.isEmpty { return chosen }
            let files = files
            let removed = await BlockingWork.run { [logger] in
                chosen.filter { file in
                    do throws(SystemError) { return try files.remove(file) } catch {
                        logger.warning(
                            "\(file.record.identifier) of \(file.record.bundleID) cannot be purged: \(error)")
                        return false
                    }
                }
            }
            for file in removed {
                logger.notice(
                    "\(file.record.identifier) of \(file.record.bundleID) was purged (\(file.fullPath)): \(reason)"
                )
            }
            await forget(removed.map(\.record.downloadID))
            return removed
        }
    }

    /// What may be removed, and was found where it may be.
    func purgeableFiles(of bundleID: String? = nil) async -> [PurgeableFile] {
        do throws(AssetStoreError) {
            let records = try await store.purgeableFiles(of: bundleID)
            guard !records.isEmpty else { return [] }
            var places: [PurgeablePlace] = []
            for app in try await store.apps() {
                places += files.places(of: app.bundleID, groups: try await store.groups(of: app.bundleID))
            }
            return await BlockingWork.run { [files, places] in files.find(records, in: places) }
        } catch {
            logger.error("what could be purged is not known: \(error)")
            return []
        }
    }

    /// Has backups leave out the caches that an app has made of its own, if it has.
    func markCaches(of bundleID: String) {
        let path = files.caches(of: bundleID)
        guard FileStatus(path: path)?.kind == .folder else { return }
        do throws(SystemError) { try CacheTag.put(into: Directory(opening: path)) } catch {
            logger.notice("backups will hold the caches of \(bundleID): \(error)")
        }
    }

    /// A file is the business of nobody any more.
    func forget(_ downloadIDs: [String]) async {
        guard !downloadIDs.isEmpty else { return }
        do throws(AssetStoreError) { try await store.forgetPurgeableFiles(downloadIDs) } catch {
            logger.error("that files are gone cannot be recorded: \(error)")
        }
    }

    // MARK: A disk that runs short

    /// - Returns: whether there is anything that could go, now or later.
    private func relieve() async -> Bool {
        do throws(AssetStoreError) { guard try await store.hasPurgeableFiles() else { return false } } catch {
            logger.error("whether anything could be purged is not known: \(error)")
            return false
        }
        guard let space, let available = space.available else { return true }
        let missing = await wanted(of: space) - available
        guard missing > 0 else { return true }
        // Where not all of it can be freed, as much as can be is.
        let free = await purgeableFiles().reduce(0) { $0 &+ $1.allocatedSize }
        _ = await purge(freeing: min(missing, free), because: "the disk has \(ByteCount.text(available)) free")
        return true
    }

    /// Bytes that are to be free: what is set, but no more than a twentieth of the disk.
    private func wanted(of space: DiskSpace) async -> Int64 {
        let wanted = await settings.integer(.freeSpace) << 20
        return min(wanted, space.capacity.map { $0 / 20 } ?? wanted)
    }

    /// nil when the root cannot be looked at, of which everything else complains.
    private var space: DiskSpace? { DiskSpace(at: layout.root) }

    /// Gives up what is kept of downloads that broke off.
    ///
    /// - Returns: whether there was anything.
    private func releaseKept() async -> Bool {
        do throws(SystemError) {
            return try await BlockingWork.run { [kept] () throws(SystemError) in try kept.removeAll() }
        } catch {
            logger.warning("\(error)")
            return false
        }
    }
}
