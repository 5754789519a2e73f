// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// What clients do to downloads: pausing, resuming, cancelling.
extension DownloadsService {
    func pause(_ key: PackKey) async throws(ServiceError) {
        guard var job = jobs[key] else { throw Self.notFound(key) }
        guard job.record.pausedAt == nil, !job.isCompleting else { return }
        job.record.pausedAt = clock.now
        jobs[key] = job
        job.cancel()
        try await save(job.record)
        await events.publish(
            .paused, bundleID: key.bundleID, pack: job.entry, completedBytes: job.record.completedBytes)
        await schedule()
    }

    func resume(_ key: PackKey) async throws(ServiceError) {
        guard var job = jobs[key] else { throw Self.notFound(key) }
        // Whoever wants one to go on that is not paused does not wait for the next try.
        guard job.record.pausedAt != nil || job.record.nextAttemptAt != nil else { return }
        (job.record.pausedAt, job.record.nextAttemptAt) = (nil, nil)
        jobs[key] = job
        try await save(job.record)
        await schedule()
    }

    func cancel(_ key: PackKey) async throws(ServiceError) {
        guard jobs[key] != nil else { throw Self.notFound(key) }
        await end(key, with: .failure(Self.cancelled(key)))
    }

    /// Forgets every download of an app that is being removed.
    func cancelAll(of bundleID: String) async {
        // Those that run last: what waits for one of them would begin when it ends.
        let keys = jobs.keys(of: bundleID)
        for key in keys where jobs[key]?.task == nil { await end(key, with: .failure(Self.cancelled(key))) }
        for key in keys { await end(key, with: .failure(Self.cancelled(key))) }
        failures = failures.filter { $0.key.bundleID != bundleID }
        do throws(SystemError) {
            try await BlockingWork.run { [kept] () throws(SystemError) in try kept.removeAll(of: bundleID) }
        } catch { logger.warning("\(error)") }
    }

    private static func notFound(_ key: PackKey) -> ServiceError {
        ServiceError(
            .downloadNotFound,
            "no download of \(key.packID) is queued for \(key.bundleID); `ba downloads` lists those "
                + "that are", subject: key.packID)
    }
}
