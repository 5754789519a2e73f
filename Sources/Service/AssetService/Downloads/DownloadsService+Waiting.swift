// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface

// Whoever waits for the end of a download.
extension DownloadsService {
    /// Waits until the pack's download has ended. `.success` carries the version that is local now.
    ///
    /// - `whileEssential`: one that goes on in the background after its time is up has failed.
    /// - Returns: at once when nothing is queued for the pack: the failure when the last download of it failed, else nil.
    func wait(for key: PackKey, whileEssential: Bool = false) async -> Result<Int, ServiceError>? {
        // Whoever hears of an end finds nothing left of it.
        if jobs[key] == nil, ending[key] != nil {
            for await _ in changes.changes() where jobs[key] != nil || ending[key] == nil { break }
        }
        guard let job = jobs[key], !whileEssential || job.downloadClass == .essential else {
            return failures[key].map { .failure($0.error) }
        }
        let id = nextWaiter
        nextWaiter += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || jobs[key] == nil {
                    continuation.resume(returning: .failure(Self.cancelled(key)))
                } else {
                    waiters[key, default: [:]][id] = continuation
                }
            }
        } onCancel: {
            Task { await self.stopWaiting(id, for: key) }
        }
    }

    private func stopWaiting(_ id: UInt64, for key: PackKey) {
        waiters[key]?.removeValue(forKey: id)?.resume(returning: .failure(Self.cancelled(key)))
    }

    static func cancelled(_ key: PackKey) -> ServiceError {
        ServiceError(.downloadCancelled, "the download of \(key.packID) was cancelled", subject: key.packID)
    }
}
