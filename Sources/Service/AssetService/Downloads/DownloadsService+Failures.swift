// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// What becomes of a download whose transfer broke off.
extension DownloadsService {
    func failed(_ key: PackKey, id: String, _ error: TransferError) async {
        if await takeUpNewerEntry(for: key, id: id, after: error) { return }
        guard var failed = jobs[key], failed.record.id == id else { return }
        if error == .cancelled || Task.isCancelled {
            // Paused, made to wait, or the service ends: it goes on from what is staged.
            failed.task = nil
            jobs[key] = failed
            await record(failed.record)
            return await schedule()
        }
        logger.notice("the download of \(key.packID) of \(key.bundleID) failed: \(error)")
        let now = clock.now
        let since = failed.record.failingSince ?? now
        failed.record.failingSince = since
        failed.record.attempts += 1
        failed.record.note(error, at: now)
        jobs[key] = failed
        let delay = await delay(after: error, job: failed, age: now - since, staging: layout.staging(id))
        // It may have been cancelled meanwhile: then it must not come back. Or paused, or asked for by somebody who waits:
        // that is not to be lost.
        guard var job = jobs[key], job.record.id == id else { return }
        job.task = nil
        guard let delay else {
            jobs[key] = job
            let failure = ServiceError(transfer: error, packID: key.packID)
            // What was wanted before somebody waited for it is wanted still.
            if job.downloadClass != .background, job.record.comesByItself, error.remedy.mayHelpLater {
                return await demote(key, after: failure, retryAfter: error.remedy.retryAfter)
            }
            // Without a blocks file a transfer cannot go on where another was.
            let keepsStaged = error.remedy.isRetry && job.entry.blocks != nil
            return await end(
                key, with: .failure(failure), keepsStaged: keepsStaged, isOwed: job.record.comesByItself)
        }
        if error.remedy == .startOver {
            job.hasStartedOver = true
            job.record.completedBytes = 0
        }
        job.record.nextAttemptAt = job.downloadClass == failed.downloadClass ? now + delay : nil
        jobs[key] = job
        await record(job.record)
        await schedule()
    }

    /// Lets a download go on in the background, from where it is: nobody waits for it any longer.
    private func demote(_ key: PackKey, after failure: ServiceError, retryAfter: Int?) async {
        let policy = await settings.retryPolicy
        let delay = policy.honoured(retryAfter) ?? policy.first
        guard var job = jobs[key] else { return }
        let waiting = waiters.removeValue(forKey: key) ?? [:]
        failures[key] = FailedDownload(job, failure, at: clock.now)
        job.downloadClass = .background
        job.record.kind = job.downloadClass.name
        job.record.attempts = 1
        job.record.nextAttemptAt = clock.now + delay
        jobs[key] = job
        for continuation in waiting.values { continuation.resume(returning: .failure(failure)) }
        await record(job.record)
        await schedule()
    }

    /// Records how far a download is. When that fails it is logged and the download goes on: it would at worst start
    /// again from an older place.
    func record(_ download: StoredDownload) async {
        do throws(AssetStoreError) { try await store.save(download) } catch {
            logger.error("the download of \(download.packID) cannot be recorded: \(error)")
        }
    }

    /// Seconds until the next try; nil when there is none.
    private func delay(after error: TransferError, job: Job, age: Double, staging: String) async -> Double? {
        var retryAfter: Int?
        switch error.remedy {
        case .giveUp: return nil
        case .retry(let after): retryAfter = after
        case .waitForSpace(let needed):
            if await space.makeRoom(available: needed, for: .download(job.record.id)) { return 0 }
            if job.downloadClass != .background { return nil }
        case .startOver:
            // What the server has is not what the manifest says. Once it may have been caught between the two.
            do throws(TransferError) { try PackTransfer.discard(stagingPath: staging) } catch { return nil }
            if job.hasStartedOver { return nil }
        }
        return await settings.retryPolicy.delay(
            attempt: job.record.attempts, age: age, downloadClass: job.downloadClass,
            isConnectivity: error.isConnectivity, retryAfter: retryAfter)
    }

    /// Keeps how the last download of a pack ended, for whoever asks why it is not here.
    func keepFailure(of key: PackKey) async {
        guard let failure = failures[key] else { return }
        do throws(AssetStoreError) { try await store.save(failure.stored(key)) } catch {
            logger.warning("why \(key.packID) of \(key.bundleID) could not be had is not kept: \(error)")
        }
    }

    /// It is asked for anew.
    func forgetFailure(of key: PackKey) async {
        guard failures.removeValue(forKey: key) != nil else { return }
        do throws(AssetStoreError) { try await store.deletePackFailure(key.packID, of: key.bundleID) } catch {
            logger.warning("that \(key.packID) of \(key.bundleID) is asked for anew cannot be recorded: \(error)")
        }
    }
}
