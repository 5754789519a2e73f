// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import ServiceInterface
internal import SystemSupport

// What is told of file downloads: to their apps, and to people.
extension FilesService {
    /// Downloads of an app that are explained one by one: of the rest it is told how many there are.
    private static let largestExplanationCount = 50

    /// What is queued and in flight, of one app or of all, as the queue takes it.
    func records(of bundleID: String?) async -> [FileRecord] {
        let chosen = chosen { bundleID == nil || $0.record.bundleID == bundleID }
        let reasons = await queue.waitReasons(of: chosen.map(\.record.id))
        let challenges = await challenges.pending
        let now = clock.now
        return chosen.map { job in
            let wait = ListedWait(
                asked: challenges[job.record.id], wait: reasons[job.record.id], after: job.record.cause,
                isSilent: job.silentSince(at: now) != nil)
            return FileRecord(
                bundleID: job.record.bundleID, file: job.file,
                state: Self.state(of: job, reason: reasons[job.record.id]),
                foreground: job.downloadClass == .foreground, completedBytes: job.record.completedBytes,
                totalBytes: job.record.totalBytes, waiting: wait?.reason, condition: wait?.condition)
        }
    }

    /// What the queue says is newer than the job that was looked at before it was asked.
    private static func state(of job: FileJob, reason: WaitReason?) -> FileRecord.State {
        job.record.pausedAt != nil ? .paused : job.task == nil || reason != nil ? .waiting : .downloading
    }

    /// Ends of downloads of this name, or of this app, that nobody has taken note of yet.
    ///
    /// - `completed`: an explanation of one, with what whoever asks knows of its app.
    func untakenEnds(
        of id: String, completed: (Explanation, StoredFileEnding) async -> Explanation
    ) async throws(ServiceError) -> [Explanation] {
        let endings: [StoredFileEnding]
        do throws(AssetStoreError) { endings = try await store.fileEndings() } catch {
            throw ServiceError(store: error)
        }
        var (explanations, others) = ([Explanation](), 0)
        for ending in endings {
            if explanations.count == Self.largestExplanationCount {
                if ending.bundleID == id { others += 1 }
            } else if let explanation = Self.explanation(of: ending, asked: id) {
                explanations.append(await completed(explanation, ending))
            }
        }
        guard others > 0 else { return explanations }
        return explanations + [
            Explanation(
                subject: "\(others) more downloads of \(id)", state: "ended", condition: .untaken,
                reason: "nobody has taken note of their ends yet", endsWhen: Self.takenWhen)
        ]
    }

    /// - Returns: nil for the end of another download than the one that is asked about.
    private static func explanation(of ending: StoredFileEnding, asked id: String) -> Explanation? {
        let event: FileEvent
        do { event = try JSONDecoder().decode(FileEvent.self, from: ending.body) } catch {
            guard [ending.bundleID, ending.downloadID].contains(id) else { return nil }
            return Explanation(
                subject: "\(ending.downloadID) of \(ending.bundleID)", state: "failed", condition: .untaken,
                reason: "how it ended is on record, and cannot be read: \(error)", since: ending.endedAt,
                endsWhen: "the service starts anew, and removes it")
        }
        guard let file = event.file, [file.identifier, ending.bundleID, file.id].contains(id) else { return nil }
        return Explanation(
            subject: "\(file.identifier) of \(ending.bundleID)", state: event.kind.rawValue, condition: .untaken,
            reason: event.failure.map { "\($0.message); nobody has taken note of it yet" }
                ?? "it has arrived, and nobody has taken it yet", since: ending.endedAt, endsWhen: takenWhen)
    }

    private static let takenWhen = "the app comes to the front with a delegate, or its extension has run for it"

    /// Why downloads of this name, or of this app, are where they are.
    func explanations(of id: String) async -> [Explanation] {
        let all = chosen { [$0.file.identifier, $0.record.bundleID, $0.record.id].contains(id) }
        let chosen = all.prefix(Self.largestExplanationCount)
        let waits = await queue.waits(of: chosen.map(\.record.id))
        let challenges = await challenges.pending
        let (now, timeout) = (clock.now, await settings.integer(.stallTimeout))
        let explanations = chosen.map { job in
            let subject = "\(job.file.identifier) of \(job.record.bundleID)"
            if let challenge = challenges[job.record.id] {
                return Explanation(
                    subject: subject, state: "waiting", condition: .authentication, reason: challenge.reason,
                    since: challenge.since, endsWhen: challenge.endsWhen)
            }
            guard let wait = waits[job.record.id] else {
                let total = job.record.totalBytes.map { " of \(ByteCount.text($0))" } ?? ""
                let arrived =
                    "\(ByteCount.text(job.record.completedBytes))\(total) have arrived from \(job.file.request)"
                if let since = job.silentSince(at: now) {
                    return TransferSilence.explanation(of: subject, since: since, timeout: timeout, arrived)
                }
                return Explanation(
                    subject: subject, state: job.task == nil ? "starting" : "downloading", condition: nil,
                    reason: arrived, since: job.silence.begunAt ?? job.record.createdAt)
            }
            return Explanation(subject, waitingFor: wait, after: job.record.cause)
        }
        guard all.count > chosen.count else { return explanations }
        return explanations + [
            Explanation(
                subject: "\(all.count - chosen.count) more downloads of \(id)", state: "waiting",
                condition: .behindDownloads, reason: "they come after these",
                endsWhen: "these end (`ba downloads` lists all of them)")
        ]
    }

    private func chosen(_ isWanted: (FileJob) -> Bool) -> [FileJob] {
        jobs.values.filter(isWanted).sorted {
            ($0.downloadClass, -$0.file.priority, $0.record.createdAt)
                < ($1.downloadClass, -$1.file.priority, $1.record.createdAt)
        }
    }
}

extension DownloadRecord {
    /// A file among the downloads of packs.
    ///
    /// To its app it is downloading from when its transfer has begun, as Apple's states are; to people it waits while nothing comes.
    init(_ record: FileRecord) {
        let isHeldUp = record.state == .downloading && record.condition != nil
        self.init(
            bundleID: record.bundleID, packID: record.file.identifier, version: 0,
            state: isHeldUp ? .waiting : State(rawValue: record.state.rawValue) ?? .unknown,
            essential: record.file.essential,
            foreground: record.foreground, completedBytes: record.completedBytes,
            totalBytes: record.totalBytes ?? record.file.fileSize,
            waiting: record.waiting, condition: record.condition, fileID: record.file.id)
    }
}
