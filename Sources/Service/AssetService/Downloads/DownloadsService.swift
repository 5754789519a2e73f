// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// The downloads of packs: queued in the database, run as the scheduler says, and made visible when they are whole.
actor DownloadsService {
    let store: AssetStore
    let layout: StoreLayout
    let packs: LocalPacksService
    let network: NetworkService
    let catalog: AppCatalog
    let manifests: ManifestService
    let events: EventsService
    let settings: SettingsService
    let challenges: ChallengesService
    let clock: any WallClock
    let logger: Logger
    let changes = ChangeSignal()
    /// What downloads that broke off have left for the next of the same pack.
    let kept: KeptTransfers
    private let memory = IngestMemory()
    let queue: TransferQueue
    /// Those that run, also while their downloads, which have ended, are in the table no more.
    let transfers = ServiceTasks()
    let space: SpaceService
    var jobs = JobTable()
    /// Downloads that have ended and of which not all is cleared away yet.
    var ending: [PackKey: Set<String>] = [:]
    var waiters: [PackKey: [UInt64: CheckedContinuation<Result<Int, ServiceError>, Never>]] = [:]
    var nextWaiter: UInt64 = 1
    /// Why the last download of a pack failed, for whoever comes to wait for it after that.
    var failures: [PackKey: FailedDownload] = [:]
    private(set) var isStopping = false

    init(
        store: AssetStore, layout: StoreLayout, packs: LocalPacksService, network: NetworkService,
        catalog: AppCatalog, manifests: ManifestService, events: EventsService, settings: SettingsService,
        queue: TransferQueue, space: SpaceService, challenges: ChallengesService, clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.packs = packs
        self.network = network
        self.catalog = catalog
        self.manifests = manifests
        self.events = events
        self.settings = settings
        self.challenges = challenges
        self.queue = queue
        self.space = space
        self.clock = clock
        self.logger = logger
        kept = KeptTransfers(layout: layout)
    }

    // MARK: Queue

    /// Takes up what an earlier run of the service left, and removes staging folders that nothing names.
    ///
    /// - `others`: names of staging folders of what is no pack.
    func restore(keeping others: Set<String>) async throws(AssetStoreError) {
        for stored in try await store.packFailures() {
            failures[PackKey(bundleID: stored.bundleID, packID: stored.packID)] = FailedDownload(stored, now: clock.now)
        }
        for var record in try await store.downloads() {
            guard let entry = try? JSONDecoder().decode(DownloadManifestEntry.self, from: record.entry) else {
                logger.error("the download \(record.id) of \(record.packID) cannot be read and is dropped")
                try await store.removeDownload(record.id)
                continue
            }
            let downloadClass = DownloadClass(name: record.kind)
            // Somebody waits: the short patience begins anew, as the network may come after the service.
            if downloadClass != .background { record.failingSince = nil }
            record.followClock(now: clock.now)
            jobs[PackKey(bundleID: record.bundleID, packID: record.packID)] = Job(
                record: record, entry: entry, downloadClass: downloadClass)
        }
        let unpacking = try await store.installations().compactMap(\.staging)
        await packs.removeStaging(
            except: others.union(jobs.values.map(\.record.id) + unpacking + [KeptTransfers.folderName]))
        do throws(SystemError) {
            try await BlockingWork.run { [kept, now = clock.now] () throws(SystemError) in try kept.removeOld(now: now)
            }
        } catch { logger.warning("\(error)") }
        await schedule()
    }

    /// Queues a pack, or finds it queued: then the more urgent class wins, and another version replaces the old one.
    ///
    /// - `attempts`: those that have failed before, which count when it is given up.
    /// - `keepsPause`: whether one that is paused stays so, since nobody asks anew.
    /// - `callID`: of the call that asks for it. Made again, it leaves a download that was paused meanwhile as it is.
    func enqueue(
        _ entry: DownloadManifestEntry, bundleID: String, manifestAddress: HTTPAddress, downloadClass: DownloadClass,
        attempts: Int = 0, callID: String? = nil, keepsPause: Bool = false
    ) async throws(ServiceError) {
        let key = PackKey(bundleID: bundleID, packID: entry.id)
        await forgetFailure(of: key)
        while let job = jobs[key], job.isCompleting {
            // It is there in a moment.
            if entry == job.entry || entry.isOfSameArchive(as: job.entry) {
                // Whoever waits goes by its class; of what is over in a moment nothing is recorded.
                if downloadClass < job.downloadClass { jobs[key]?.downloadClass = downloadClass }
                return
            }
            await job.task?.value
        }
        if var job = jobs[key], job.entry == entry || entry.isOfSameArchive(as: job.entry) {
            // Other addresses of the same archive are for its next try; what has come stays. They are recorded with what
            // changes next: an older one leads to a newer manifest.
            if job.entry != entry, job.task == nil {
                try readdress(&job, entry, manifestAddress: manifestAddress)
                jobs[key] = job
            }
            return try await join(job, key, as: downloadClass, callID: callID, keepsPause: keepsPause)
        }
        let encoded: Data
        do { encoded = try JSONEncoder().encode(entry) } catch {
            throw ServiceError(.internalError, "the entry of \(entry.id) cannot be stored: \(error)")
        }
        let old = jobs[key]
        let comesByItself = downloadClass != .foreground || old?.record.comesByItself == true
        var record = StoredDownload(
            id: UUID().uuidString, bundleID: bundleID, packID: entry.id, version: entry.version, entry: encoded,
            manifestURL: manifestAddress.absoluteString, kind: downloadClass.name, createdAt: clock.now)
        record.attempts = attempts
        record.callIDs = callID.map { [$0] } ?? []
        record.comesByItself = comesByItself
        // In its place at once: whoever asks meanwhile joins it.
        var job = Job(record: record, entry: entry, downloadClass: downloadClass)
        job.isRecorded = false
        jobs[key] = job
        old?.cancel()
        if let old { await forget(old, key) }
        // Whoever has ended it meanwhile, or put another version in its place, has had the last word.
        guard let recorded = jobs[key]?.record, recorded.id == record.id else { return }
        do throws(ServiceError) { try await save(recorded) } catch {
            // What cannot be recorded is not begun, for whoever waits for it by now too.
            await end(key, record.id, with: .failure(error))
            throw error
        }
        guard jobs[key]?.record.id == record.id else {
            do throws(AssetStoreError) { try await store.removeDownload(record.id) } catch {
                logger.error("the download of \(key.packID) cannot be forgotten: \(error)")
            }
            return
        }
        // Without it all is fetched again, and nothing else is amiss.
        do throws(SystemError) { try kept.take(for: key, as: record.id) } catch { logger.warning("\(error)") }
        jobs[key]?.isRecorded = true
        await schedule()
    }

    /// Takes note of another call for a download that is queued.
    private func join(
        _ found: Job, _ key: PackKey, as downloadClass: DownloadClass, callID: String?, keepsPause: Bool
    ) async throws(ServiceError) {
        var job = found
        let isRepeated = callID.map(job.isKnown) ?? false
        if let callID, !isRepeated { job.note(callID) }
        if downloadClass != .foreground { job.record.comesByItself = true }
        if downloadClass < job.downloadClass {
            job.downloadClass = downloadClass
            job.record.kind = downloadClass.name
            // Whoever asks now does not wait for the end of a back-off.
            job.record.nextAttemptAt = nil
            job.record.attempts = 0
            job.record.failingSince = nil
        }
        if job.record.pausedAt != nil, downloadClass != .background, !isRepeated, !keepsPause {
            job.record.pausedAt = nil
            job.record.nextAttemptAt = nil
        }
        jobs[key] = job
        // In one step: a service that ends here has heard of all of it, or of nothing.
        if job.record != found.record { try await save(job.record) }
        await schedule()
    }

    /// Whether any download is under way now.
    var isTransferring: Bool { jobs.values.contains { $0.task != nil } }

    func isQueued(_ key: PackKey) -> Bool { jobs[key] != nil }

    /// The packs of an app that are queued, but for those that somebody has paused.
    func awaitedPackIDs(of bundleID: String) -> [String] {
        jobs.keys(of: bundleID).filter { jobs[$0]?.record.pausedAt == nil }.map(\.packID)
    }

    /// Those of these packs that are queued still.
    func queued(_ packIDs: [String], of bundleID: String) -> [DownloadManifestEntry] {
        packIDs.compactMap { jobs[PackKey(bundleID: bundleID, packID: $0)]?.entry }
    }

    /// Ends all transfers; they go on at the next start.
    func stop() async {
        isStopping = true
        let running = Array(jobs.values)
        for job in running { job.cancel() }
        await transfers.finish()
        let waiting = waiters.values.flatMap(\.values)
        waiters = [:]
        for continuation in waiting {
            continuation.resume(returning: .failure(.ending))
        }
    }

    // MARK: Running

    /// Has the queue start and stop what is to be.
    func schedule() async {
        guard !isStopping else { return }
        queue.note(jobs.takeChanges(), of: self)
        await queue.schedule()
        changes.signal()
    }

    func run(_ key: PackKey, id: String) async {
        guard let job = jobs[key], job.record.id == id else { return }
        // With the first progress comes what it takes to cancel: also while the server does not answer.
        for kind in [PackEvent.Kind.began, .downloading] {
            await events.publish(
                kind, bundleID: key.bundleID, pack: job.entry, completedBytes: job.record.completedBytes)
        }
        let reporter = ProgressReporter { completed in await self.progressed(key, id: id, completed: completed) }
        do throws(TransferError) {
            let address = try HTTPAddress(job.record.manifestURL)
            let transfer = PackTransfer(transport: try await network.transport(), memory: memory, logger: logger)
            let staging = layout.staging(id)
            let files = try await transfer.run(
                PackTransfer.Request(
                    entry: job.entry, manifestURL: address, stagingPath: staging,
                    challenges: await challenges.responder(
                        forManaged: try .pack(
                            job.entry, id: id, from: HTTPAddress(job.entry.url, relativeTo: address),
                            isEssential: job.downloadClass == .essential), of: key.bundleID)),
                progress: reporter.report)
            await reporter.finish()
            await complete(key, id: id, files: files, staging: staging)
        } catch {
            await reporter.finish()
            await failed(key, id: id, error)
        }
        // One that was dropped while it ran may have written behind the removal of its staging folder.
        if jobs[key]?.record.id != id { await packs.removeStaging(id) }
    }

    private func progressed(_ key: PackKey, id: String, completed: Int64) async {
        guard let job = jobs[key], job.record.id == id else { return }
        jobs[key]?.silence.note(at: clock.now)
        // What broke off in the midst of a block is fetched again: no step back is shown unless all begins again, and what
        // came before is no progress.
        guard completed > job.record.completedBytes || completed == 0 else { return }
        jobs[key]?.record.completedBytes = completed
        if completed > job.furthest {
            jobs[key]?.furthest = completed
            jobs[key]?.record.noteProgress()
        }
        await events.publish(.downloading, bundleID: key.bundleID, pack: job.entry, completedBytes: completed)
        changes.signal()
    }

    private func complete(_ key: PackKey, id: String, files: [ExtractedFile], staging: String) async {
        guard let job = jobs[key], job.record.id == id else { return }
        jobs[key]?.isCompleting = true
        let event = await events.event(
            .finished, bundleID: key.bundleID, pack: job.entry, completedBytes: job.entry.downloadSize)
        do throws(ServiceError) {
            try await packs.install(
                job.entry, bundleID: key.bundleID, stagedPath: staging + "/" + PackTransfer.contentName, files: files,
                told: event)
            await end(key, id, with: .success(job.entry.version), told: event)
        } catch {
            logger.error("the pack \(key.packID) of \(key.bundleID) was fetched but cannot be put in place: \(error)")
            await end(key, id, with: .failure(error))
        }
    }

    // MARK: Ends

    /// Forgets without a word one in whose place another version of the pack is.
    private func forget(_ job: Job, _ key: PackKey) async {
        // The files go first: on a full disk the database needs their room.
        await packs.removeStaging(job.record.id)
        do throws(AssetStoreError) { try await store.removeDownload(job.record.id) } catch {
            logger.error("the download of \(key.packID) cannot be forgotten: \(error)")
        }
    }

    /// Returns when a pack that is just being put in place is there, or is not: it cannot be stopped.
    func waitForPlacing(of key: PackKey) async {
        while let job = jobs[key], job.isCompleting { await job.task?.value }
    }

    /// - `id`: of the one that is meant; nil for whichever there is.
    /// - `told`: what the app hears of a success, which is recorded already.
    /// - `keepsStaged`: what has arrived is for the next download of the pack.
    /// - `isOwed`: the next check fetches the pack all the same.
    func end(
        _ key: PackKey, _ id: String? = nil, with result: Result<Int, ServiceError>, told: PackEvent? = nil,
        keepsStaged: Bool = false, isOwed: Bool = false
    ) async {
        guard let job = jobs[key], id == nil || job.record.id == id else { return }
        jobs[key] = nil
        ending[key, default: []].insert(job.record.id)
        // Before the first suspension: whoever comes during one asks for another download, or finds how this one ended.
        let waiting = waiters.removeValue(forKey: key) ?? [:]
        if case .failure(let error) = result { failures[key] = FailedDownload(job, error, at: clock.now) }
        job.cancel()
        if let told {
            await events.deliver(told)
        } else {
            let event: PackEvent
            switch result {
            case .success:
                event = await events.event(
                    .finished, bundleID: key.bundleID, pack: job.entry, completedBytes: job.entry.downloadSize)
            case .failure(let error):
                event = await events.event(
                    .failed, bundleID: key.bundleID, pack: job.entry, completedBytes: job.record.completedBytes,
                    failure: PackFailure(packID: key.packID, error: error))
            }
            do throws(AssetStoreError) {
                try await store.endDownload(
                    job.record.id, completion: StoredCompletion(event, at: clock.now), isOwed: isOwed)
            } catch { logger.error("the end of the download of \(key.packID) cannot be recorded: \(error)") }
            await keepFailure(of: key)
            await events.deliver(event)
        }
        if keepsStaged {
            do throws(SystemError) {
                try await BlockingWork.run { [kept] () throws(SystemError) in try kept.keep(job.record.id, for: key) }
            } catch { logger.warning("\(error)") }
        }
        await packs.removeStaging(job.record.id)
        ending[key]?.remove(job.record.id)
        if ending[key]?.isEmpty == true { ending[key] = nil }
        changes.signal()
        for continuation in waiting.values { continuation.resume(returning: result) }
        await schedule()
    }

    func save(_ record: StoredDownload) async throws(ServiceError) {
        do throws(AssetStoreError) { try await store.save(record) } catch { throw ServiceError(store: error) }
    }
}
