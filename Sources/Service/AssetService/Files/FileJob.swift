// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface

/// A file download that is queued or in flight.
struct FileJob: Sendable {
    var record: StoredFileDownload
    var file: FileDownload
    var downloadClass: DownloadClass
    /// Most bytes that have arrived in any try of this run of the service.
    var furthest: Int64 = 0
    /// The same when room was made for it.
    var madeRoomAt: Int64?
    var silence = TransferSilence()
    var task: Task<Void, Never>?
    /// Which transfer that is: one that was called off may have something to say when another one runs under the same ID.
    var transfer: UInt64 = 0
    /// What it was before an installation began to wait for it; nil for one of its own.
    var takenOver: DownloadClass?
    /// Everything has arrived and is being put in place: there is nothing left to cancel.
    var isCompleting = false
    /// Whether it is on record: before, it does not begin.
    var isRecorded = true

    /// Since when its transfer has brought nothing.
    func silentSince(at now: Double) -> Double? { task == nil || isCompleting ? nil : silence.since(at: now) }

    /// What the queue goes by.
    var candidate: DownloadCandidate {
        DownloadCandidate(
            id: record.id, bundleID: record.bundleID, downloadClass: downloadClass, priority: file.priority,
            createdAt: record.createdAt, pausedAt: record.pausedAt, notBefore: record.nextAttemptAt,
            failingSince: record.lastCauseSince ?? record.failingSince, lastError: record.lastError,
            obstacle: record.cause?.obstacle)
    }

    /// Makes it more urgent, or less.
    mutating func move(to downloadClass: DownloadClass) {
        self.downloadClass = downloadClass
        record.kind = downloadClass.name
    }

    /// Whoever asks for it now does not wait for the end of a back-off.
    mutating func retryNow() { (record.attempts, record.failingSince, record.nextAttemptAt) = (0, nil, nil) }

    func cancel() { if !isCompleting { task?.cancel() } }
}
