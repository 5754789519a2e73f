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
    /// - `answer`: recorded together with it, so that a repeat is known also when the service is killed in between.
    /// - Throws: `downloadInvalid`, `essentialDownloadNotPermitted`, `downloadAlreadyScheduled`, `tooManyDownloads`;
    ///   `bundleInvalid` when the app group is another app's.
    func schedule(
        _ file: FileDownload, of bundleID: String, as downloadClass: DownloadClass, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        try FileRules.check(file, of: bundleID)
        try FileRules.checkScheduling(file, of: bundleID)
        let refusals = try await add([file], of: bundleID, answer: answer) { _ in downloadClass }
        if let refusal = refusals.first { throw refusal.error }
    }

    /// Starts a download at once, or moves one that is queued to the foreground: there it goes on from where it is.
    ///
    /// - Throws: as `schedule`.
    func startInForeground(
        _ file: FileDownload, of bundleID: String, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        defer { foregroundChanges.signal() }
        guard var job = jobs[file.id], job.record.bundleID == bundleID else {
            return try await schedule(file, of: bundleID, as: .foreground, answer: answer)
        }
        guard job.downloadClass == .background || job.record.pausedAt != nil else { return }
        if job.downloadClass == .background { job.move(to: .foreground) }
        job.record.pausedAt = nil
        job.retryNow()
        jobs[file.id] = job
        await record(job.record)
        await schedule()
    }

    /// Cancels a download.
    ///
    /// - `isByApp`: then nobody is told; else the app is, that it failed.
    /// - Throws: `downloadNotFound`; `outOfSpace` or `internalError` when it cannot be recorded: then it begins anew at the next start.
    func cancel(
        _ id: String, of bundleID: String, isByApp: Bool, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        let found = try find(id, of: bundleID)
        guard let job = jobs[found], !job.isCompleting else { throw Self.notFound(id, of: bundleID) }
        guard isByApp else {
            guard await fail(found, Self.cancelled(job.file)) else { throw Self.notFound(id, of: bundleID) }
            return
        }
        jobs[found] = nil
        leaving.insert(found)
        defer { leaving.remove(found) }
        job.cancel()
        await job.task?.value
        let used = use(of: job, bytes: job.record.completedBytes)
        do throws(AssetStoreError) {
            try await store.removeFileDownload(found, used: used, answer: answer)
        } catch {
            // It is on record still, and begins anew at the next start: nobody waits for that.
            wake(found, FileFailure(cause: .cancelled, message: "its app has cancelled it"))
            await removeStaging([found])
            await schedule()
            throw ServiceError(store: error)
        }
        await store.wipeLog(logger)
        await removeStaging([found])
        wake(found, FileFailure(cause: .cancelled, message: "its app has cancelled it"))
        await schedule()
    }

    /// Forgets every download of an app that is being removed.
    func cancelAll(of bundleID: String) async {
        let ids = jobs.ids(of: bundleID)
        // All leave the line before one ends: what waits for that one would begin.
        let cancelled = ids.compactMap { jobs[$0] }
        for id in ids { jobs[id] = nil }
        for job in cancelled { job.cancel() }
        for job in cancelled { await job.task?.value }
        for id in ids { wake(id, FileFailure(cause: .cancelled, message: "its app is being removed")) }
        await removeStaging(ids)
        (limits[bundleID], overflows[bundleID], restricted[bundleID]) = (nil, nil, nil)
        await challenges.forget(bundleID)
        await events.forget(bundleID)
        await schedule()
    }

    /// The last process of an app in front has left: what it has started goes on in the background.
    func leaveForeground(of bundleID: String) async {
        // The end of the service is not that of the app, which goes on with the next one.
        guard !isEnding else { return }
        var records: [StoredFileDownload] = []
        for id in jobs.ids(of: bundleID) {
            guard var job = jobs[id], job.downloadClass == .foreground else { continue }
            job.move(to: .background)
            jobs[id] = job
            records.append(job.record)
        }
        await record(records)
        await schedule()
    }

    /// Pauses a download, or lets it go on.
    ///
    /// - `id`: its ID, or the app's own name for it.
    /// - Throws: `downloadNotFound`; when it cannot be recorded: then nothing is done.
    func setPaused(_ id: String, of bundleID: String, _ isPaused: Bool) async throws(ServiceError) {
        guard let job = jobs[try find(id, of: bundleID)] else { return }
        try await setPaused([job.record], isPaused)
    }

    /// Pauses these, or lets them go on; what is not queued is left alone.
    ///
    /// - Throws: when it cannot be recorded: then nothing is done.
    func setPaused(_ ids: [String], _ isPaused: Bool) async throws(ServiceError) {
        try await setPaused(ids.compactMap { jobs[$0]?.record }, isPaused)
    }

    /// - `before`: the downloads as they are. What cannot be recorded would not outlast the service: they stay so then.
    func setPaused(_ before: [StoredFileDownload], _ isPaused: Bool) async throws(ServiceError) {
        let records = before.compactMap { mark($0.id, asPaused: isPaused) }
        guard !records.isEmpty else { return }
        do throws(AssetStoreError) { try await store.update(records) } catch {
            let changed = Set(records.map(\.id))
            for record in before where changed.contains(record.id) {
                jobs[record.id]?.record.pausedAt = record.pausedAt
                jobs[record.id]?.record.nextAttemptAt = record.nextAttemptAt
                if record.pausedAt != nil { jobs[record.id]?.cancel() }
            }
            await schedule()
            throw ServiceError(store: error)
        }
        await schedule()
    }

    /// - Returns: what is to be recorded of it; nil when nothing changes.
    private func mark(_ id: String, asPaused isPaused: Bool) -> StoredFileDownload? {
        guard var job = jobs[id], !job.isCompleting else { return nil }
        // Whoever wants one to go on that is not paused does not wait for the next try.
        let changes = (job.record.pausedAt != nil) != isPaused || (!isPaused && job.record.nextAttemptAt != nil)
        guard changes else { return nil }
        job.record.pausedAt = isPaused ? clock.now : nil
        if !isPaused { job.record.nextAttemptAt = nil }
        jobs[id] = job
        if isPaused { job.cancel() }
        return job.record
    }

    /// The ID of a download that goes by this name.
    private func find(_ id: String, of bundleID: String) throws(ServiceError) -> String {
        let found = jobs[id]?.record.bundleID == bundleID ? id : jobs.id(ofFile: id, of: bundleID)
        guard let found else { throw Self.notFound(id, of: bundleID) }
        return found
    }

    /// A person has cancelled it.
    static func cancelled(_ file: FileDownload) -> FileFailure {
        FileFailure(cause: .cancelled, message: "\(file.identifier) was cancelled")
    }

    static func notFound(_ id: String, of bundleID: String) -> ServiceError {
        ServiceError(
            .downloadNotFound,
            "no download of \(id) is queued for \(bundleID); `ba downloads` lists those that are", subject: id)
    }
}
