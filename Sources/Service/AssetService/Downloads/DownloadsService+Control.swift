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
        guard jobs[key] != nil else { throw Self.notFound(key) }
        try await setPaused([key], true)
    }

    func resume(_ key: PackKey) async throws(ServiceError) {
        guard jobs[key] != nil else { throw Self.notFound(key) }
        try await setPaused([key], false)
    }

    /// Pauses these, or lets them go on; what is not queued is left alone.
    ///
    /// - Throws: when it cannot be recorded, and would not outlast the service: then nothing is done.
    func setPaused(_ keys: [PackKey], _ isPaused: Bool) async throws(ServiceError) {
        let before = Dictionary(uniqueKeysWithValues: keys.compactMap { key in jobs[key].map { (key, $0) } })
        let changed = keys.filter { mark($0, asPaused: isPaused) }
        guard !changed.isEmpty else { return }
        do throws(AssetStoreError) { try await store.save(changed.compactMap { jobs[$0]?.record }) } catch {
            for key in changed {
                guard let job = before[key], jobs[key]?.record.id == job.record.id else { continue }
                jobs[key]?.record.pausedAt = job.record.pausedAt
                jobs[key]?.record.nextAttemptAt = job.record.nextAttemptAt
                if job.record.pausedAt != nil { jobs[key]?.cancel() }
            }
            await schedule()
            throw ServiceError(store: error)
        }
        for key in changed {
            guard isPaused, let job = jobs[key] else { continue }
            await events.publish(
                .paused, bundleID: key.bundleID, pack: job.entry, completedBytes: job.record.completedBytes)
        }
        await schedule()
    }

    /// - Returns: whether anything of it is to be recorded.
    private func mark(_ key: PackKey, asPaused isPaused: Bool) -> Bool {
        guard var job = jobs[key], !job.isCompleting else { return false }
        // Whoever wants one to go on that is not paused does not wait for the next try.
        let changes = (job.record.pausedAt != nil) != isPaused || (!isPaused && job.record.nextAttemptAt != nil)
        guard changes else { return false }
        job.record.pausedAt = isPaused ? clock.now : nil
        if !isPaused { job.record.nextAttemptAt = nil }
        jobs[key] = job
        if isPaused { job.cancel() }
        return true
    }

    func cancel(_ key: PackKey) async throws(ServiceError) {
        await waitForPlacing(of: key)
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
        switch action {
        case .pause, .resume: try await setPaused(keys, action == .pause)
        case .cancel:
            var ended: [String] = []
            for key in keys where jobs[key]?.isCompleting == false {
                await end(key, with: .failure(Self.cancelled(key)))
                ended.append(key.packID)
            }
            return ended.sorted()
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
        for key in keysInOrderOfEnding(of: bundleID) {
            await waitForPlacing(of: key)
            await end(key, with: .failure(Self.cancelled(key)))
        }
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
