// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore

extension DownloadsService: TransferSource {
    func start(_ id: String) {
        guard !isStopping, let key = jobs.key(ofDownload: id), let job = jobs[key], job.task == nil,
            job.record.pausedAt == nil
        else { return }
        jobs[key]?.silence.begin(at: clock.now)
        jobs[key]?.task = transfers.start { await self.run(key, id: id) }
        changes.signal()
    }

    func stop(_ id: String) {
        guard let key = jobs.key(ofDownload: id) else { return }
        jobs[key]?.cancel()
    }
}
