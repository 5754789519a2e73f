// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// The transfers of file downloads, and their ends.
extension FilesService: TransferSource {
    func start(_ id: String) {
        guard !isStopping, let job = jobs[id], job.isRecorded, job.task == nil, job.record.pausedAt == nil else {
            return
        }
        jobs[id]?.silence.begin(at: clock.now)
        let number = nextTransfer()
        jobs[id]?.transfer = number
        jobs[id]?.task = transfers.start { await self.run(id, number) }
        changes.signal()
    }

    func stop(_ id: String) { jobs[id]?.cancel() }

    func giveUpStaged(_ id: String) async -> Bool {
        guard var job = jobs[id], job.task == nil, !job.isCompleting else { return false }
        do throws(TransferError) { try FileTransfer.discard(stagingPath: layout.staging(id)) } catch {
            logger.warning("\(error)")
            return false
        }
        job.record.completedBytes = 0
        jobs[id] = job
        await record(job.record)
        return true
    }

    private func run(_ id: String, _ number: UInt64) async {
        guard let job = jobs[id], job.transfer == number else { return }
        await publish(.began, job)
        let reporter = FetchReporter { await self.progressed(id, number, completed: $0, total: $1) }
        do throws(TransferError) {
            let transfer = FileTransfer(transport: try await network.transport())
            var request = try TransferRequest(job.file.request)
            let limits = limits[job.record.bundleID]
            request.allowedHosts = limits?.domains
            let file = try await transfer.run(
                await FileTransfer.Request(
                    request, stagingPath: layout.staging(id), exactSize: job.file.essential ? job.file.fileSize : nil,
                    allowance: limits?.meter(isEssential: job.file.essential),
                    challenges: challenges.responder(for: job.file, of: job.record.bundleID)), progress: reporter.report
            )
            await reporter.finish()
            await complete(id, number, file)
        } catch {
            await reporter.finish()
            await failed(id, number, error)
        }
        // One that was cancelled while it ran may have written behind the removal of its staging folder.
        if jobs[id] == nil { await removeStaging(setAside([id])) }
    }

    private func progressed(_ id: String, _ number: UInt64, completed: Int64, total: Int64?) async {
        guard var job = jobs[id], job.transfer == number else { return }
        let before = job.record.completedBytes
        job.record.completedBytes = completed
        job.record.totalBytes = total
        job.silence.note(at: clock.now)
        if completed > job.furthest {
            job.furthest = completed
            job.record.noteProgress()
            job.record.attempts = 0
        }
        jobs[id] = job
        await publish(.downloading, job, bytesWritten: max(0, completed - before))
        changes.signal()
    }

    private func publish(_ kind: FileEvent.Kind, _ job: FileJob, bytesWritten: Int64 = 0) async {
        await events.publish(
            FileEvent(
                id: await events.nextID(), kind: kind, bundleID: job.record.bundleID, file: job.file,
                bytesWritten: bytesWritten, completedBytes: job.record.completedBytes, totalBytes: job.record.totalBytes
            ))
    }

    // MARK: Ends

    private func complete(_ id: String, _ number: UInt64, _ file: FetchedFile) async {
        guard let job = jobs[id], job.transfer == number else { return }
        jobs[id]?.isCompleting = true
        let bundleID = job.record.bundleID
        if job.file.fileSize > 0, job.file.fileSize != file.size {
            logger.warning(
                "\(job.file.identifier) of \(bundleID) has \(file.size) bytes, and \(job.file.fileSize) were declared")
        }
        do throws(SystemError) {
            try await BlockingWork.run { [finished] () throws(SystemError) in
                try finished.place(file.path, as: id, of: bundleID)
            }
            await conclude(id)
        } catch {
            let failure = TransferError.file(error)
            logger.error("\(job.file.identifier) of \(bundleID) was fetched but cannot be put in place: \(error)")
            jobs[id]?.isCompleting = false
            await fail(id, FileFailure(failure))
        }
    }

    /// Records that a file is there, and has somebody take it.
    func conclude(_ id: String) async {
        guard let job = jobs[id] else { return }
        let bundleID = job.record.bundleID
        var file: StoredPurgeableFile?
        do throws(SystemError) {
            file = try finished.purgeableFile(job.file, of: bundleID, now: clock.now)
        } catch { logger.warning("\(job.file.identifier) of \(bundleID) will not be purged: \(error)") }
        let size = file?.size ?? job.record.completedBytes
        await end(
            job,
            FileEvent(
                id: await events.nextID(), kind: .finished, bundleID: bundleID, file: job.file,
                completedBytes: size, totalBytes: size, path: finished.path(of: id, bundleID)), file: file)
        space.noteArrival()
    }

    /// Records that a download has come to nothing, and has somebody take note of it.
    ///
    /// - Returns: false when it has not: its file has come, and is being put in place.
    @discardableResult func fail(_ id: String, _ failure: FileFailure) async -> Bool {
        guard let job = jobs[id] else { return false }
        return await end(
            job,
            FileEvent(
                id: await events.nextID(), kind: .failed, bundleID: job.record.bundleID, file: job.file,
                completedBytes: job.record.completedBytes, totalBytes: job.record.totalBytes, failure: failure))
    }

    @discardableResult private func end(
        _ job: FileJob, _ event: FileEvent, file: StoredPurgeableFile? = nil
    ) async -> Bool {
        let id = job.record.id
        guard let current = jobs[id], event.kind == .finished || !current.isCompleting else { return false }
        let used = leave(job, event)
        unrecordedEnds[id] = event
        // Before the app hears of it, which may schedule the same once more.
        let staged = setAside([id])
        await record(event, of: job, used: used, file: file)
        unrecordedEnds[id] = nil
        if event.kind == .finished { arrivalCount += 1 }
        await keepRestrictions(of: event.bundleID)
        await removeStaging(staged)
        wake(id, event.failure)
        await schedule()
        return true
    }

    private func record(_ event: FileEvent, of job: FileJob, used: InitialUse?, file: StoredPurgeableFile?) async {
        guard let ending = ending(of: job, event) else { return }
        do throws(AssetStoreError) {
            if try await store.end(ending, used: used, file: file) { await events.ended(event) }
        } catch {
            // The app hears of it all the same; after the next start the download ends once more.
            logger.error("the end of \(job.file.identifier) of \(event.bundleID) cannot be recorded: \(error)")
            await events.ended(event)
        }
    }

    /// A download that has ended leaves the queue.
    ///
    /// - Returns: what it has brought.
    func leave(_ job: FileJob, _ event: FileEvent) -> InitialUse? {
        jobs[job.record.id] = nil
        job.cancel()
        if let failure = event.failure {
            note(failure, of: job)
            if failure.isRestriction { noteRestriction(job.file, failure, of: event.bundleID) }
        }
        return use(of: job, bytes: max(job.record.completedBytes, event.completedBytes))
    }

    /// What is recorded of an end.
    func ending(of job: FileJob, _ event: FileEvent) -> StoredFileEnding? {
        do {
            return StoredFileEnding(
                id: event.id, bundleID: event.bundleID, downloadID: job.record.id,
                body: try JSONEncoder().encode(event), endedAt: clock.now)
        } catch {
            logger.error("the end of \(job.file.identifier) of \(event.bundleID) cannot be stored: \(error)")
            return nil
        }
    }

    private func failed(_ id: String, _ number: UInt64, _ error: TransferError) async {
        guard var job = jobs[id], job.transfer == number else { return }
        job.task = nil
        if error == .cancelled || Task.isCancelled {
            // Paused, made to wait, or the service ends: it goes on from what is staged.
            jobs[id] = job
            await record(job.record)
            if !isStopping { await publish(.paused, job) }
            return await schedule()
        }
        logger.notice("the download of \(job.file.identifier) of \(job.record.bundleID) failed: \(error)")
        let now = clock.now
        let since = job.record.failingSince ?? now
        job.record.failingSince = since
        job.record.attempts += 1
        job.record.note(error, at: now)
        let policy = await settings.retryPolicy
        let delay = await delay(after: error, job: &job, age: now - since, policy: policy)
        // It may have been cancelled meanwhile: then it must not come back.
        guard var current = jobs[id], current.transfer == number else { return }
        guard let delay else {
            await fail(id, FileFailure(error))
            return
        }
        // Whatever was asked of it meanwhile holds.
        let isAsBefore = job.downloadClass == current.downloadClass
        current.task = nil
        current.madeRoomAt = job.madeRoomAt
        current.record.failingSince = since
        current.record.attempts = job.record.attempts
        current.record.note(error, at: now)
        if error.remedy == .startOver { current.record.completedBytes = 0 }
        current.record.nextAttemptAt = isAsBefore ? now + delay : nil
        job = current
        jobs[id] = job
        await record(job.record)
        await publish(.paused, job)
        await schedule()
    }

    /// Seconds until the next try; nil when there is none.
    private func delay(after error: TransferError, job: inout FileJob, age: Double, policy: RetryPolicy) async
        -> Double?
    {
        var retryAfter: Int?
        switch error.remedy {
        case .giveUp: return nil
        case .retry(let after): retryAfter = after
        case .waitForSpace(let needed):
            if await space.makeRoom(available: needed, for: .download(job.record.id)) {
                // For one that begins anew each time, and never ends, it would be made for ever.
                let gotFurther = job.madeRoomAt.map { job.furthest > $0 } ?? true
                job.madeRoomAt = job.furthest
                if gotFurther { return 0 }
            } else if job.downloadClass != .background {
                return nil
            }
        case .startOver:
            // What has come belongs to a file that the server has no more.
            do throws(TransferError) { try FileTransfer.discard(stagingPath: layout.staging(job.record.id)) } catch {
                return nil
            }
        }
        return policy.delay(
            attempt: job.record.attempts, age: age, downloadClass: job.downloadClass,
            isConnectivity: error.isConnectivity, retryAfter: retryAfter)
    }

    // MARK: Records

    /// Records how far a download is. When that fails it is logged and the download goes on: it would at worst start
    /// again from an older place.
    func record(_ download: StoredFileDownload) async {
        do throws(AssetStoreError) { try await store.update(download) } catch {
            logger.error("the download of \(download.identifier) cannot be recorded: \(error)")
        }
    }

    /// The same for several of an app, in one step.
    func record(_ downloads: [StoredFileDownload]) async {
        guard let first = downloads.first else { return }
        do throws(AssetStoreError) { try await store.update(downloads) } catch {
            logger.error("\(downloads.count) downloads of \(first.bundleID) cannot be recorded: \(error)")
        }
    }
}
