// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Logging
internal import ServiceInterface

// What an extension has asked for, and what an installation waits for.
extension FilesService {
    /// Queues what an extension has returned from a content request, as far as that may be.
    ///
    /// - `allowsEssential`: whether the request was for an installation or update.
    /// - Returns: the essential downloads, those among them included that were queued by an earlier try, and why others are
    ///   refused.
    func admit(
        _ files: [FileDownload], of bundleID: String, allowsEssential: Bool
    ) async -> (essential: [FileDownload], refusals: [String]) {
        var (essential, refusals): ([FileDownload], [String]) = ([], [])
        for file in files {
            // The extension is asked again when the service has ended in the midst.
            if await events.hasFinished(file.identifier, of: bundleID) { continue }
            if let id = jobs.id(ofFile: file.identifier, of: bundleID), let job = jobs[id], job.file.essential {
                essential.append(job.file)
                continue
            }
            do throws(ServiceError) {
                try FileRules.check(file)
                if !allowsEssential { try FileRules.checkScheduling(file) }
                try await add([file], of: bundleID, as: file.essential ? .essential : .background)
                if file.essential { essential.append(file) }
            } catch {
                logger.warning("\(error)")
                refusals.append(error.message)
                guard error.code == .allowanceExceeded else { continue }
                await refuse(file, of: bundleID, FileFailure(cause: .wouldExceedAllowance, message: error.message))
            }
        }
        return (essential, refusals)
    }

    /// Waits until a download has ended.
    ///
    /// - Returns: why it has no file; nil when it has, and when nobody waits any more.
    func end(of id: String) async -> FileFailure? {
        if let failure = essentialFailures.removeValue(forKey: id) { return failure }
        guard jobs[id] != nil, !isStopping, !Task.isCancelled else { return nil }
        return await withCheckedContinuation { waiters[id, default: []].append($0) }
    }

    /// Lets those go on who wait for a download.
    func wake(_ id: String, _ failure: FileFailure?) {
        for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.resume(returning: failure) }
    }

    /// An essential download has come to nothing, perhaps before anybody waited for it.
    func note(_ failure: FileFailure, of job: FileJob) {
        if job.file.essential, waiters[job.record.id] == nil { essentialFailures[job.record.id] = failure }
    }

    /// The installation of an app has ended: nobody asks for what became of these any more.
    func forgetFailures(of ids: [String]) { for id in ids { essentialFailures[id] = nil } }

    /// Bytes that have come of a download that is queued; nil for one that has ended.
    func completedBytes(of id: String) -> Int64? { jobs[id]?.record.completedBytes }

    func isQueued(_ id: String) -> Bool { jobs[id] != nil }
}
