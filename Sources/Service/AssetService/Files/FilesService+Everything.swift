// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface

// What a person does to all downloads of an app, however many there are: in one step, and one write to the database.
extension FilesService {
    /// Does it to every download of an app.
    ///
    /// - Returns: the app's own names of those that it was done to.
    /// - Throws: when a pause, or its end, cannot be recorded: then nothing is done.
    func controlAll(of bundleID: String, _ action: DownloadsInterface.ControlDownload.Action) async throws(ServiceError)
        -> [String]
    {
        let all = jobs.ids(of: bundleID).compactMap { jobs[$0] }.filter { !$0.isCompleting }
        switch action {
        case .pause, .resume:
            try await setPaused(all.map(\.record), action == .pause)
            return all.map(\.file.identifier).sorted()
        case .cancel: return await cancel(all.map(\.record.id), of: bundleID).map(\.identifier).sorted()
        }
    }

    /// Cancels these for a person: their app is told that they failed.
    private func cancel(_ ids: [String], of bundleID: String) async -> [FileDownload] {
        let eventIDs = await events.nextIDs(ids.count)
        var (ended, endings): ([FileEvent], [(ending: StoredFileEnding, used: InitialUse?)]) = ([], [])
        // All leave the line before one ends: what waits for that one would begin.
        for (id, eventID) in zip(ids, eventIDs) {
            // It may have ended while the events were counted.
            guard let job = jobs[id], !job.isCompleting else { continue }
            let event = FileEvent(
                id: eventID, kind: .failed, bundleID: bundleID, file: job.file,
                completedBytes: job.record.completedBytes, totalBytes: job.record.totalBytes,
                failure: Self.cancelled(job.file))
            let used = leave(job, event)
            ended.append(event)
            if let ending = ending(of: job, event) { endings.append((ending, used)) }
        }
        let files = ended.compactMap(\.file)
        // Before the app hears of it, which may schedule the same once more.
        let staged = setAside(files.map(\.id))
        do throws(AssetStoreError) {
            let recorded = try await store.end(endings)
            await events.ended(ended.filter { recorded.contains($0.id) }, of: bundleID)
        } catch {
            // The app hears of it all the same; after the next start they end once more.
            logger.error("that downloads of \(bundleID) were cancelled cannot be recorded: \(error)")
            await events.ended(ended, of: bundleID)
        }
        await keepRestrictions(of: bundleID)
        await removeStaging(staged)
        for event in ended { if let file = event.file { wake(file.id, event.failure) } }
        await schedule()
        return files
    }
}
