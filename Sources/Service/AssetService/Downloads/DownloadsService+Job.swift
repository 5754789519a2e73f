// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler

extension DownloadsService {
    /// A pack that is queued or in flight.
    struct Job {
        /// Calls that are remembered.
        private static let largestCallCount = 32

        var record: StoredDownload
        var entry: DownloadManifestEntry
        var downloadClass: DownloadClass
        /// Most bytes that have arrived in any try of this run of the service.
        var furthest: Int64 = 0
        /// New addresses that it has got since something came last.
        var renewals = 0
        /// What had come by the last of them.
        var renewedAt: Int64?
        /// What the server had was not what the manifest says, once: everything was thrown away then.
        var hasStartedOver = false
        var silence = TransferSilence()
        var task: Task<Void, Never>?
        /// Everything has arrived and is being put in place: there is nothing left to cancel.
        var isCompleting = false
        /// Whether it is on record: before, it does not begin.
        var isRecorded = true

        /// Whether this call has asked for it before.
        func isKnown(_ callID: String) -> Bool { record.callIDs.contains(callID) }

        mutating func note(_ callID: String) {
            // Those who wait at a time are few; one that is forgotten counts as new.
            record.callIDs = record.callIDs.suffix(Self.largestCallCount - 1) + [callID]
        }

        /// Since when its transfer has brought nothing.
        func silentSince(at now: Double) -> Double? { task == nil || isCompleting ? nil : silence.since(at: now) }

        /// What the queue goes by.
        var candidate: DownloadCandidate {
            DownloadCandidate(
                id: record.id, bundleID: record.bundleID, downloadClass: downloadClass, createdAt: record.createdAt,
                pausedAt: record.pausedAt, notBefore: record.nextAttemptAt,
                failingSince: record.lastCauseSince ?? record.failingSince,
                lastError: record.lastError, obstacle: record.cause?.obstacle)
        }

        func cancel() { if !isCompleting { task?.cancel() } }
    }
}
