// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler

/// The packs that are queued or in flight, and what has changed about them since the queue was told.
struct JobTable {
    private var jobs: [PackKey: DownloadsService.Job] = [:]
    private var keys: [String: PackKey] = [:]
    /// Downloads of which something may have changed; nil for those that are no more.
    private var changed: [String: PackKey?] = [:]

    var values: Dictionary<PackKey, DownloadsService.Job>.Values { jobs.values }

    subscript(key: PackKey) -> DownloadsService.Job? {
        get { jobs[key] }
        set {
            if let old = jobs[key]?.record.id, old != newValue?.record.id {
                keys[old] = nil
                changed[old] = .some(nil)
            }
            jobs[key] = newValue
            if let id = newValue?.record.id {
                keys[id] = key
                changed[id] = key
            }
        }
    }

    func key(ofDownload id: String) -> PackKey? { keys[id] }

    func keys(of bundleID: String) -> [PackKey] { jobs.keys.filter { $0.bundleID == bundleID } }

    mutating func removeValue(forKey key: PackKey) -> DownloadsService.Job? {
        let job = jobs[key]
        self[key] = nil
        return job
    }

    mutating func takeChanges() -> [TransferChange] {
        defer { changed = [:] }
        return changed.map { id, key in
            guard let key, let job = jobs[key], job.isRecorded else { return .removed(id: id) }
            return .updated(job.candidate, isTransferring: job.task != nil)
        }
    }
}
