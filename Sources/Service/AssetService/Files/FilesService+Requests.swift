// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
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
        var (essential, refusals) = ([FileDownload](), Refusals())
        var rest = files[...]
        // However many there are: between the pieces it is others' turn.
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceCount)
            rest = rest.dropFirst(Self.pieceCount)
            await admit(piece, of: bundleID, allowsEssential: allowsEssential, &essential, &refusals)
        }
        for text in refusals.texts { logger.warning("\(text)") }
        return (essential, refusals.texts)
    }

    /// Downloads that are queued in one step: as many as one write to the database takes a moment for.
    private static let pieceCount = 256

    private func admit(
        _ files: some Sequence<FileDownload>, of bundleID: String, allowsEssential: Bool,
        _ essential: inout [FileDownload], _ refusals: inout Refusals
    ) async {
        // The extension is asked again when the service has ended in the midst.
        let names = files.map(\.identifier)
        var arrived = await arrivals { events in await events.finishedNames(among: names, of: bundleID) }
        for end in unrecordedEnds.values where end.kind == .finished && end.bundleID == bundleID {
            if let name = end.file?.identifier { arrived.insert(name) }
        }
        var wanted: [FileDownload] = []
        for file in files where !arrived.contains(file.identifier) {
            do throws(ServiceError) {
                if let id = jobs.id(ofFile: file.identifier, of: bundleID), let job = jobs[id] {
                    // What is on its way already is what was asked for, unless it is another file under that name.
                    if job.file.essential {
                        essential.append(job.file)
                        continue
                    }
                    if job.file.names(theSameFileAs: file) {
                        if !allowsEssential { try FileRules.checkScheduling(file, of: bundleID) }
                        if file.essential { essential.append(try await makeEssential(id)) }
                        continue
                    }
                }
                try FileRules.check(file, of: bundleID)
                if !allowsEssential { try FileRules.checkScheduling(file, of: bundleID) }
                wanted.append(file)
            } catch { refusals.add(error.message) }
        }
        do throws(ServiceError) {
            let refused = try await add(wanted, of: bundleID) { $0.essential ? .essential : .background }
            let ids = Set(refused.map(\.file.id))
            essential += wanted.filter { $0.essential && !ids.contains($0.id) }
            for refusal in refused { refusals.add(refusal.error.message) }
            await refuse(
                refused.filter { $0.error.code == .allowanceExceeded }.map { refusal in
                    (refusal.file, FileFailure(cause: .wouldExceedAllowance, message: refusal.error.message))
                }, of: bundleID)
        } catch { for _ in wanted { refusals.add(error.message) } }
    }

    /// Has an installation wait for a download that was queued without that: it goes on from where it is, at once.
    ///
    /// - Throws: `allowanceExceeded` when it is more than may be essential before the first launch; it stays as it is then.
    private func makeEssential(_ id: String) async throws(ServiceError) -> FileDownload {
        guard var job = jobs[id] else { throw Self.notFound(id, of: "an app") }
        let before = job.file
        job.file.essential = true
        try limits[job.record.bundleID]?.check(job.file)
        do { job.record.body = try JSONEncoder().encode(job.file) } catch {
            throw ServiceError(
                .internalError, "the download \(before.identifier) cannot be stored: \(error)",
                subject: before.identifier)
        }
        limits[job.record.bundleID]?.release(before, completedBytes: job.record.completedBytes)
        limits[job.record.bundleID]?.add(job.file, completedBytes: job.record.completedBytes)
        job.takenOver = job.takenOver ?? job.downloadClass
        job.move(to: .essential)
        job.retryNow()
        jobs[id] = job
        // Its transfer goes by the other allowance, and by no exact size: another one goes on.
        job.cancel()
        await record(job.record)
        await schedule()
        return job.file
    }

    /// The installation that waited for a download is called off: one that was queued before goes on as it was.
    ///
    /// - `begin`: when the installation began (seconds since 1970); what its extension wanted anew is younger.
    /// - Returns: false for one that nobody but the installation wanted.
    func giveBack(_ id: String, queuedBefore begin: Double) async -> Bool {
        guard var job = jobs[id], !job.isCompleting, job.takenOver != nil || job.record.createdAt < begin else {
            return false
        }
        let before = job.file
        job.file.essential = false
        do { job.record.body = try JSONEncoder().encode(job.file) } catch {
            logger.error("the download \(before.identifier) cannot be stored as its app wanted it: \(error)")
            return false
        }
        limits[job.record.bundleID]?.release(before, completedBytes: job.record.completedBytes)
        limits[job.record.bundleID]?.add(job.file, completedBytes: job.record.completedBytes)
        // After a restart it is not known any more who wanted it how urgently.
        job.move(to: job.takenOver ?? .background)
        job.takenOver = nil
        jobs[id] = job
        job.cancel()
        wake(id, FileFailure(cause: .cancelled, message: "the installation that waited for it was called off"))
        await record(job.record)
        await schedule()
        return true
    }

    /// Whether all of these that have not ended are paused.
    func areAllPaused(_ ids: [String]) -> Bool { ids.allSatisfy { jobs[$0].map { $0.record.pausedAt != nil } ?? true } }

    /// Waits until a download has ended.
    ///
    /// - Returns: why it has no file; nil when it has, and when nobody waits any more.
    func end(of id: String) async -> FileFailure? {
        if let failure = essentialFailures.removeValue(forKey: id) { return failure }
        guard jobs[id] != nil || unrecordedEnds[id] != nil, !isStopping, !Task.isCancelled else { return nil }
        return await withCheckedContinuation { waiters[id, default: []].append($0) }
    }

    /// Lets those go on who wait for a download.
    func wake(_ id: String, _ failure: FileFailure?) {
        for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.resume(returning: failure) }
    }

    /// An essential download has come to nothing, perhaps before anybody waited for it.
    func note(_ failure: FileFailure, of job: FileJob) {
        guard job.file.essential else { return }
        failedBytes[job.record.id] = job.record.completedBytes
        if waiters[job.record.id] == nil { essentialFailures[job.record.id] = failure }
    }

    /// The installation of an app has ended: nobody asks for what became of these any more.
    func forgetFailures(of ids: [String]) {
        for id in ids { (essentialFailures[id], failedBytes[id]) = (nil, nil) }
    }

    /// Bytes that have come of each of these; all of one that is here.
    func completedBytes(of files: [FileDownload]) -> [Int64] {
        files.map { jobs[$0.id]?.record.completedBytes ?? failedBytes[$0.id] ?? $0.fileSize }
    }

    func isQueued(_ id: String) -> Bool { jobs[id] != nil }

    /// Those of these downloads that are queued still.
    func queued(_ ids: [String]) -> [FileDownload] { ids.compactMap { jobs[$0]?.file } }
}
