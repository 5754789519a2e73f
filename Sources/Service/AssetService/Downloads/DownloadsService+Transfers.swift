// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import TransferEngine

extension DownloadsService: TransferSource {
    func start(_ id: String) {
        guard !isStopping, let key = jobs.key(ofDownload: id), let job = jobs[key], job.task == nil,
            job.isRecorded, job.record.pausedAt == nil
        else { return }
        jobs[key]?.silence.begin(at: clock.now)
        jobs[key]?.task = transfers.start { await self.run(key, id: id) }
        changes.signal()
    }

    func stop(_ id: String) {
        guard let key = jobs.key(ofDownload: id) else { return }
        jobs[key]?.cancel()
    }

    func giveUpStaged(_ id: String) async -> Bool {
        guard let key = jobs.key(ofDownload: id), var job = jobs[key], job.task == nil, !job.isCompleting else {
            return false
        }
        do throws(TransferError) { try PackTransfer.discard(stagingPath: layout.staging(id)) } catch {
            logger.warning("\(error)")
            return false
        }
        job.record.completedBytes = 0
        jobs[key] = job
        await record(job.record)
        return true
    }
}
