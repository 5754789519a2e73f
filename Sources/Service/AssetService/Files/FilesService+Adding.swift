// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// What is queued, and what is not.
extension FilesService {
    /// A download that was not queued, and why.
    struct Refusal: Sendable {
        let file: FileDownload
        let error: ServiceError
    }

    /// Queues checked downloads: all of them that may be, in one step.
    ///
    /// - Returns: those that may not.
    /// - Throws: when nothing can be recorded; then none is queued.
    func add(
        _ files: [FileDownload], of bundleID: String, answer: StoredAnswer? = nil,
        as classOf: (FileDownload) -> DownloadClass
    ) async throws(ServiceError) -> [Refusal] {
        let untaken = await events.count(of: bundleID)
        // The cheapest question first: whoever asks in a loop shall keep nobody busy.
        let full = room(of: bundleID, untaken: untaken)
        if full.isFull, files.allSatisfy({ isNew($0, of: bundleID) }) {
            note(full, refused: files.count)
            return files.map { Refusal(file: $0, error: full.error) }
        }
        var foreign: [String: ServiceError] = [:]
        for group in Set(files.map(\.groupID)) {
            do throws(ServiceError) { try await groups.claimForDownload(group, of: bundleID) } catch {
                foreign[group] = error
            }
        }
        let arrived = await arrivals { events in await events.finished(among: files.map(\.id), of: bundleID) }
        // From here to the record nothing is waited for: of two calls with one name, one finds it free.
        var room = room(of: bundleID, untaken: untaken)
        var (refusals, records): ([Refusal], [StoredFileDownload]) = ([], [])
        var refusedForRoom = 0
        let time = clock.now
        for (index, file) in files.enumerated() {
            do throws(ServiceError) {
                if let error = foreign[file.groupID] { throw error }
                if !isNew(file, of: bundleID) { throw Self.alreadyScheduled(file, of: bundleID) }
                if arrived.contains(file.id) { throw Self.arrived(file, of: bundleID) }
                try limits[bundleID]?.check(file)
                let body = try Self.encode(file)
                guard room.take(bytes: body.count) else {
                    refusedForRoom += 1
                    throw room.error
                }
                try clear(file, of: bundleID)
                let record = StoredFileDownload(
                    id: file.id, bundleID: bundleID, identifier: file.identifier, body: body,
                    // Of one call they stand in line as they were named.
                    kind: classOf(file).name, createdAt: time + Double(index) / 1_000_000)
                var job = FileJob(record: record, file: file, downloadClass: classOf(file))
                job.isRecorded = false
                jobs[file.id] = job
                restricted[bundleID]?.forget(file.identifier)
                limits[bundleID]?.add(file)
                records.append(record)
            } catch {
                if error.code == .allowanceExceeded {
                    noteRestriction(
                        file, FileFailure(cause: .wouldExceedAllowance, message: error.message), of: bundleID)
                }
                refusals.append(Refusal(file: file, error: error))
            }
        }
        note(room, refused: refusedForRoom)
        do throws(AssetStoreError) { if !records.isEmpty { try await store.add(records, answer: answer) } } catch {
            for record in records {
                guard let job = jobs[record.id] else { continue }
                job.cancel()
                jobs[record.id] = nil
                limits[bundleID]?.remove(job.file, completedBytes: 0)
            }
            throw ServiceError(store: error)
        }
        for record in records { jobs[record.id]?.isRecorded = true }
        await keepRestrictions(of: bundleID)
        if !records.isEmpty { await schedule() }
        return refusals
    }

    /// Which files have come by now: those that come while this is asked, too.
    func arrivals(_ ask: (FileEventsService) async -> Set<String>) async -> Set<String> {
        while true {
            let seen = arrivalCount
            let arrived = await ask(events)
            if seen == arrivalCount { return arrived }
        }
    }

    private func isNew(_ file: FileDownload, of bundleID: String) -> Bool {
        jobs[file.id] == nil && !leaving.contains(file.id) && unrecordedEnds[file.id]?.kind != .finished
            && jobs.id(ofFile: file.identifier, of: bundleID) == nil
    }

    private static func encode(_ file: FileDownload) throws(ServiceError) -> Data {
        do { return try JSONEncoder().encode(file) } catch {
            throw ServiceError(.internalError, "the download \(file.identifier) cannot be stored: \(error)")
        }
    }

    /// Makes way for a download that was scheduled and has ended before: its file, if it lies there still, is not the new
    /// one's. One that has failed may be scheduled again by whoever is being told so.
    private func clear(_ file: FileDownload, of bundleID: String) throws(ServiceError) {
        do throws(SystemError) { try finished.remove(file.id, of: bundleID) } catch {
            throw ServiceError(system: error)
        }
    }

    private static func alreadyScheduled(_ file: FileDownload, of bundleID: String) -> ServiceError {
        ServiceError(
            .downloadAlreadyScheduled,
            "a download \(file.identifier.debugDescription) of \(bundleID) is scheduled already: fetch the current downloads "
                + "to find it, or cancel it first", subject: file.identifier)
    }

    /// Its file lies where the app is to find it: a new one would take its place.
    private static func arrived(_ file: FileDownload, of bundleID: String) -> ServiceError {
        ServiceError(
            .downloadAlreadyScheduled,
            "the file of the download \(file.identifier.debugDescription) of \(bundleID) has arrived, and its delegate or extension "
                + "has not returned from being told: schedule it again after that, or another download of the same identifier now",
            subject: file.identifier)
    }

    // MARK: Room

    private func room(of bundleID: String, untaken: Int) -> DownloadRoom {
        DownloadRoom(
            bundleID: bundleID, scheduled: jobs.count(of: bundleID), untaken: untaken, size: jobs.size(of: bundleID))
    }

    /// Remembers what found no room, and logs it once, however often an app asks.
    private func note(_ room: DownloadRoom, refused count: Int) {
        let bundleID = room.bundleID
        if count > 0 {
            if overflows[bundleID] == nil {
                logger.warning("\(room.words): what it schedules beyond that is refused")
                overflows[bundleID] = DownloadRoom.Overflow(since: clock.now)
            }
            overflows[bundleID]?.count += count
        } else if !room.isFull, let overflow = overflows.removeValue(forKey: bundleID) {
            logger.notice("\(bundleID) has room for downloads again; \(overflow.count) were refused meanwhile")
        }
    }

    /// Why an app gets no more downloads scheduled; nil when it does, or wanted none.
    func overflowExplanation(of bundleID: String) async -> Explanation? {
        let room = room(of: bundleID, untaken: await events.count(of: bundleID))
        guard let overflow = overflows[bundleID], room.isFull else { return nil }
        return Explanation(
            subject: bundleID, state: "refused", condition: .tooManyDownloads,
            reason: "\(room.words): \(overflow.count) that it wanted were refused", since: overflow.since,
            endsWhen: DownloadRoom.endsWhen)
    }
}
