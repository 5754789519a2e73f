// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// The files that apps and their extensions schedule themselves: queued in the database, run as the queue says, and handed
/// over when they are whole.
actor FilesService {
    let store: AssetStore
    let layout: StoreLayout
    let groups: AppGroups
    let network: NetworkService
    let events: FileEventsService
    let settings: SettingsService
    let queue: TransferQueue
    /// Those that run, also while their downloads, which have ended, are in the table no more.
    let transfers = ServiceTasks()
    private var transferCount: UInt64 = 0
    let space: SpaceService
    let challenges: ChallengesService
    let clock: any WallClock
    let logger: Logger
    let finished: FinishedFiles
    let changes = ChangeSignal()
    /// There may be other downloads in front.
    let foregroundChanges = ChangeSignal()
    var jobs = FileTable()
    /// Those that are being cancelled: until nothing is left of one, it is not scheduled again.
    var leaving: Set<String> = []
    /// Those that have ended, and what has become of them, until that is on record: what has come makes way for no other of its ID.
    var unrecordedEnds: [String: FileEvent] = [:]
    /// Files of which it is on record that they have come: who has asked for those before the last of them asks again.
    var arrivalCount: UInt64 = 0
    /// Those who wait for the end of a download, by its ID.
    var waiters: [String: [CheckedContinuation<FileFailure?, Never>]] = [:]
    /// Why essential downloads have come to nothing, by their IDs, for the installation that waits for them.
    var essentialFailures: [String: FileFailure] = [:]
    /// Bytes that have come of those, for as long as their installation is under way.
    var failedBytes: [String: Int64] = [:]
    /// What apps may fetch that have not been launched yet.
    var limits: [String: InitialLimits] = [:]
    /// What they were refused by that.
    var restricted: [String: RestrictedDownloads] = [:]
    /// Apps that wanted more downloads than they may have.
    var overflows: [String: DownloadRoom.Overflow] = [:]
    private(set) var isStopping = false
    /// Apps leave because the service ends, and come to the next one.
    private(set) var isEnding = false

    init(
        store: AssetStore, layout: StoreLayout, groups: AppGroups, network: NetworkService, events: FileEventsService,
        settings: SettingsService, queue: TransferQueue, space: SpaceService, challenges: ChallengesService,
        clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.groups = groups
        self.network = network
        self.events = events
        self.settings = settings
        self.queue = queue
        self.space = space
        self.challenges = challenges
        self.clock = clock
        self.logger = logger
        finished = FinishedFiles(layout: layout)
    }

    /// Takes up what an earlier run of the service left.
    func restore() async throws(AssetStoreError) {
        do throws(SystemError) { try finished.removeManifests() } catch { logger.warning("\(error)") }
        for var record in try await store.fileDownloads() {
            guard let file = try? JSONDecoder().decode(FileDownload.self, from: record.body) else {
                logger.error("the download \(record.id) of \(record.bundleID) cannot be read and is dropped")
                try await store.removeFileDownload(record.id)
                continue
            }
            // One in front stays there: its app may be, and comes back to this service.
            let downloadClass = DownloadClass(name: record.kind)
            // Somebody waits: the short patience begins anew, as the network may come after the service.
            if downloadClass != .background { record.failingSince = nil }
            record.followClock(now: clock.now)
            jobs[record.id] = FileJob(record: record, file: file, downloadClass: downloadClass)
        }
        for record in try await store.initialDownloads() { limit(record) }
        // They had arrived whole, and that was not on record yet.
        for job in jobs.values where finished.contains(job.record.id, of: job.record.bundleID) {
            await conclude(job.record.id)
        }
        await schedule()
    }

    /// The staging folders that are in use.
    var stagingNames: Set<String> { Set(jobs.values.map(\.record.id)) }

    /// Whether any transfer is under way now.
    var isTransferring: Bool { jobs.values.contains { $0.task != nil } }

    /// Apps with downloads in front.
    var foregroundBundleIDs: Set<String> {
        Set(jobs.values.lazy.filter { $0.downloadClass == .foreground }.map(\.record.bundleID))
    }

    /// Whether nothing is queued.
    var isEmpty: Bool { jobs.values.isEmpty }

    /// The service ends: what apps have in front stays there for the next one.
    func noteEnding() { isEnding = true }

    /// Ends all transfers; they go on at the next start.
    func stop() async {
        isStopping = true
        let running = Array(jobs.values)
        for job in running { job.cancel() }
        await transfers.finish()
        for id in waiters.keys { wake(id, nil) }
    }

    /// A number that no transfer has had.
    func nextTransfer() -> UInt64 {
        transferCount += 1
        return transferCount
    }

    /// Has the queue start and stop what is to be.
    func schedule() async {
        guard !isStopping else { return }
        queue.note(jobs.takeChanges(), of: self)
        await queue.schedule()
        changes.signal()
    }
}
