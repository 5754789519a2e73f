// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import ServiceInterface
internal import SystemSupport

// What apps and people do to file downloads.
extension FilesService {
    /// Queues a download.
    ///
    /// - Throws: `downloadInvalid`, `essentialDownloadNotPermitted`, `downloadAlreadyScheduled`; `bundleInvalid` when
    ///   the app group is another app's.
    func schedule(_ file: FileDownload, of bundleID: String, as downloadClass: DownloadClass) async throws(ServiceError)
    {
        try FileRules.check(file)
        try FileRules.checkScheduling(file)
        try await add([file], of: bundleID, as: downloadClass)
    }

    /// Starts a download at once, or moves one that is queued to the foreground: there it goes on from where it is.
    ///
    /// - Throws: as `schedule`.
    func startInForeground(_ file: FileDownload, of bundleID: String) async throws(ServiceError) {
        guard var job = jobs[file.id], job.record.bundleID == bundleID else {
            return try await schedule(file, of: bundleID, as: .foreground)
        }
        guard job.downloadClass == .background || job.record.paused else { return }
        if job.downloadClass == .background { job.move(to: .foreground) }
        // Whoever asks now does not wait for the end of a back-off.
        job.record.paused = false
        (job.record.attempts, job.record.failingSince, job.record.nextAttemptAt) = (0, nil, nil)
        jobs[file.id] = job
        await record(job.record)
        await schedule()
    }

    /// Queues checked downloads, all or none.
    func add(
        _ files: [FileDownload], of bundleID: String, as downloadClass: DownloadClass
    ) async throws(ServiceError) {
        for group in Set(files.map(\.groupID)) { try await claim(group, for: bundleID) }
        for file in files { try await clear(file, of: bundleID) }
        if let limits = limits[bundleID] { for file in files { try limits.check(file) } }
        let time = clock.now
        var records: [StoredFileDownload] = []
        for (index, file) in files.enumerated() {
            let body: Data
            do { body = try JSONEncoder().encode(file) } catch {
                throw ServiceError(.internalError, "the download \(file.identifier) cannot be stored: \(error)")
            }
            records.append(
                StoredFileDownload(
                    id: file.id, bundleID: bundleID, identifier: file.identifier, body: body,
                    // Of one call they stand in line as they were named.
                    kind: downloadClass.name, createdAt: time + Double(index) / 1_000_000))
        }
        guard jobs.count(of: bundleID) + files.count <= FileRules.largestCount else {
            throw ServiceError(
                .downloadInvalid,
                "\(bundleID) may have \(FileRules.largestCount) downloads scheduled at a time, and has "
                    + "\(jobs.count(of: bundleID)): cancel some, or wait for their ends", subject: bundleID)
        }
        // Before the first suspension after the look: two calls with one name must not both find it free.
        for file in files where jobs[file.id] != nil || jobs.id(ofFile: file.identifier, of: bundleID) != nil {
            throw Self.alreadyScheduled(file, of: bundleID)
        }
        for (file, record) in zip(files, records) {
            jobs[file.id] = FileJob(record: record, file: file, downloadClass: downloadClass)
            limits[bundleID]?.add(file)
        }
        do throws(AssetStoreError) { try await store.add(records) } catch {
            for file in files {
                jobs[file.id]?.cancel()
                jobs[file.id] = nil
                limits[bundleID]?.remove(file, completedBytes: 0)
            }
            throw ServiceError(store: error)
        }
        await schedule()
    }

    /// Cancels a download.
    ///
    /// - `isByApp`: then nobody is told; else the app is, that it failed.
    /// - Throws: `downloadNotFound`.
    func cancel(_ id: String, of bundleID: String, isByApp: Bool) async throws(ServiceError) {
        let found = try find(id, of: bundleID)
        guard let job = jobs[found], !job.isCompleting else { throw Self.notFound(id, of: bundleID) }
        guard isByApp else {
            return await fail(found, FileFailure(cause: .cancelled, message: "\(job.file.identifier) was cancelled"))
        }
        jobs[found] = nil
        job.cancel()
        await job.task?.value
        let used = use(of: job, bytes: job.record.completedBytes)
        do throws(AssetStoreError) { try await store.removeFileDownload(found, used: used) } catch {
            throw ServiceError(store: error)
        }
        await removeStaging(found)
        wake(found, FileFailure(cause: .cancelled, message: "its app has cancelled it"))
        await schedule()
    }

    /// Forgets every download of an app that is being removed.
    func cancelAll(of bundleID: String) async {
        let ids = jobs.ids(of: bundleID)
        for id in ids {
            let job = jobs[id]
            jobs[id] = nil
            job?.cancel()
            await job?.task?.value
            await removeStaging(id)
            wake(id, FileFailure(cause: .cancelled, message: "its app is being removed"))
        }
        limits[bundleID] = nil
        await challenges.forget(bundleID)
        await events.forget(bundleID)
        await schedule()
    }

    /// The last process of an app in front has left: what it has started goes on in the background.
    func leaveForeground(of bundleID: String) async {
        for id in jobs.ids(of: bundleID) {
            guard var job = jobs[id], job.downloadClass == .foreground else { continue }
            job.move(to: .background)
            jobs[id] = job
            await record(job.record)
        }
        await schedule()
    }

    /// Pauses a download, or lets it go on.
    ///
    /// - `id`: its ID, or the app's own name for it.
    /// - Throws: `downloadNotFound`.
    func setPaused(_ id: String, of bundleID: String, _ isPaused: Bool) async throws(ServiceError) {
        let found = try find(id, of: bundleID)
        guard var job = jobs[found], job.record.paused != isPaused, !job.isCompleting else { return }
        job.record.paused = isPaused
        if !isPaused { job.record.nextAttemptAt = nil }
        jobs[found] = job
        if isPaused { job.cancel() }
        await record(job.record)
        await schedule()
    }

    /// The ID of a download that goes by this name.
    private func find(_ id: String, of bundleID: String) throws(ServiceError) -> String {
        let found = jobs[id]?.record.bundleID == bundleID ? id : jobs.id(ofFile: id, of: bundleID)
        guard let found else { throw Self.notFound(id, of: bundleID) }
        return found
    }

    private static func notFound(_ id: String, of bundleID: String) -> ServiceError {
        ServiceError(
            .downloadNotFound,
            "no download of \(id) is queued for \(bundleID); `ba downloads` lists those that are", subject: id)
    }

    private func claim(_ group: String, for bundleID: String) async throws(ServiceError) {
        let app: StoredApp?
        do throws(AssetStoreError) { app = try await store.app(bundleID) } catch { throw ServiceError(store: error) }
        guard let app else { throw ServiceError.appNotFound(bundleID) }
        try await groups.claim(group, for: app)
    }

    /// Makes way for a download that was scheduled and has ended before: its file, if it lies there still, is not the new
    /// one's. One that has failed may be scheduled again by whoever is being told so.
    private func clear(_ file: FileDownload, of bundleID: String) async throws(ServiceError) {
        guard await !events.hasFinished(id: file.id, of: bundleID) else {
            throw Self.alreadyScheduled(file, of: bundleID)
        }
        guard jobs[file.id] == nil else { return }
        do throws(SystemError) { try finished.remove(file.id, of: bundleID) } catch {
            throw ServiceError(system: error)
        }
    }

    private static func alreadyScheduled(_ file: FileDownload, of bundleID: String) -> ServiceError {
        ServiceError(
            .downloadAlreadyScheduled,
            "a download \(file.identifier.debugDescription) of \(bundleID) is scheduled already: fetch the current downloads "
                + "to find it, or cancel it first", subject: file.identifier)
    }
}
