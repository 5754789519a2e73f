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
        do throws(ServiceError) { try await save(job.record) } catch {
            // What would not outlast the service is not said to be done.
            jobs[key]?.record.pausedAt = nil
            await schedule()
            throw error
        }
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

    /// Does it to every download of an app.
    ///
    /// - Returns: the packs of those that it was done to.
    func controlAll(
        of bundleID: String, _ action: DownloadsInterface.ControlDownload.Action
    ) async throws(ServiceError) -> [String] {
        let keys = keysInOrderOfEnding(of: bundleID)
        for key in keys where jobs[key] != nil {
            switch action {
            case .pause: try await pause(key)
            case .resume: try await resume(key)
            case .cancel: await end(key, with: .failure(Self.cancelled(key)))
            }
        }
        return keys.map(\.packID).sorted()
    }

    /// Those that run last: what waits for one of them would begin when it ends.
    private func keysInOrderOfEnding(of bundleID: String) -> [PackKey] {
        let keys = jobs.keys(of: bundleID)
        return keys.filter { jobs[$0]?.task == nil } + keys.filter { jobs[$0]?.task != nil }
    }

    /// Forgets every download of an app that is being removed.
    func cancelAll(of bundleID: String) async {
        for key in keysInOrderOfEnding(of: bundleID) { await end(key, with: .failure(Self.cancelled(key))) }
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
