// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface
internal import SystemSupport

// What is in sessions, and why it does not get on.
extension SessionsService {
    /// What is in a session, by number.
    func records(in key: SessionKey) -> [SessionTaskRecord] {
        (sessions[key]?.tasks.inOrder ?? []).map { record(of: $0, in: key) }
    }

    private func record(of held: HeldSessionTask, in key: SessionKey) -> SessionTaskRecord {
        var record = SessionTaskRecord(
            bundleID: key.bundleID, session: key.identifier, task: held.task, state: .waiting)
        if let ending = held.ending {
            record.state = .ended
            (record.sentBytes, record.receivedBytes) = (ending.sentBytes, ending.size)
            record.uploadBytes = ending.bodySize
            record.totalBytes = ending.failure == nil ? ending.size : nil
        } else if let transfer = held.transferID.flatMap({ transfers[$0] }) {
            record.state = held.isSuspended ? .suspended : transfer.task == nil ? .waiting : .running
            record.sentBytes = transfer.sentBytes
            record.uploadBytes = transfer.bodySize > 0 || transfer.isUpload ? transfer.bodySize : nil
            record.answer = transfer.answer.map { SessionAnswer($0, url: transfer.request.url) }
            record.receivedBytes = transfer.record.completedBytes
            record.totalBytes = transfer.record.totalBytes
        }
        return record
    }

    /// The same of one app or of all, with why it waits.
    ///
    /// - `bundleID`: nil for all.
    func records(of bundleID: String?) async -> [SessionTaskRecord] {
        let reasons = await queue.waitReasons(of: Array(transfers.ids))
        let now = clock.now
        var records: [SessionTaskRecord] = []
        for key in sessions.keys.sorted(by: { ($0.bundleID, $0.identifier) < ($1.bundleID, $1.identifier) })
        where bundleID == nil || key.bundleID == bundleID {
            for held in sessions[key]?.tasks.inOrder ?? [] {
                var record = record(of: held, in: key)
                if held.ending == nil, !held.isSuspended, let transfer = held.transferID.flatMap({ transfers[$0] }) {
                    if let refusal = transfer.refusal {
                        (record.waiting, record.condition) = ("\(refusal)", .metered)
                    } else if transfer.isEarly(at: now) {
                        (record.waiting, record.condition) = (Self.earlyReason, .notYet)
                    } else if let wait = ListedWait(
                        asked: questions[transfer.record.id], wait: reasons[transfer.record.id],
                        after: transfer.record.cause,
                        isSilent: transfer.silentSince(at: now) != nil)
                    {
                        (record.waiting, record.condition) = (wait.reason, wait.condition)
                    }
                }
                records.append(record)
            }
        }
        return records
    }

    private static let earlyReason = "it was asked for no earlier"

    /// Tasks of an app that are explained one by one: of the rest it is told how many there are.
    private static let largestExplanationCount = 50

    /// Why tasks of an app, or of a session, are where they are.
    func explanations(of id: String) async -> [Explanation] {
        let all = sessions.keys.filter { $0.bundleID == id || $0.identifier == id }
            .sorted { ($0.bundleID, $0.identifier) < ($1.bundleID, $1.identifier) }
            .flatMap { key in records(in: key).map { (key, $0) } }
        let chosen = all.prefix(Self.largestExplanationCount)
        let waits = await queue.waits(of: Array(transfers.ids))
        let (now, timeout) = (clock.now, await settings.integer(.stallTimeout))
        let explanations = chosen.compactMap { key, record -> Explanation? in
            guard let held = sessions[key]?.tasks[record.task.number] else { return nil }
            let subject = "task \(record.task.number) in \(key)"
            if let ending = held.ending {
                return Explanation(
                    subject: subject, state: ending.failure == nil ? "finished" : "failed", condition: .untaken,
                    reason: (ending.failure?.message ?? "its answer is here")
                        + "; the app has not taken note of it yet"
                        + (held.stage == .left
                            ? ", was woken for it \(HeldSessionTask.largestWakeCount) times, and is woken for it no more"
                            : ""),
                    endsWhen: "the app has the session again, and its delegate has returned")
            }
            guard let transfer = held.transferID.flatMap({ transfers[$0] }) else { return nil }
            if held.isSuspended {
                return Explanation(
                    subject: subject, state: "suspended", condition: .paused, reason: "its app holds it back",
                    endsWhen: "the app resumes it")
            }
            if let refusal = transfer.refusal {
                let who = sessions[key]?.settings.allowsExpensive ?? true ? "it" : "its session"
                return Explanation(
                    subject: subject, state: "waiting", condition: .metered,
                    reason: "\(refusal), and \(who) does not use such networks", endsWhen: refusal.endsWhen)
            }
            if transfer.isEarly(at: now) {
                return Explanation(
                    subject: subject, state: "waiting", condition: .notYet, reason: Self.earlyReason,
                    since: held.createdAt, nextAttempt: transfer.record.earliestBegin)
            }
            if let question = questions[transfer.record.id] {
                return Explanation(
                    subject: subject, state: "waiting", condition: .authentication, reason: question.reason,
                    since: question.since, endsWhen: question.endsWhen)
            }
            if let wait = waits[transfer.record.id] {
                return Explanation(subject, waitingFor: wait, after: transfer.record.cause)
            }
            let total = record.totalBytes.map { " of \(ByteCount.text($0))" } ?? ""
            let sent = transfer.record.uploadSize.map {
                "\(ByteCount.text(transfer.sentBytes)) of \(ByteCount.text($0)) have gone, and "
            }
            let arrived =
                (sent ?? "")
                + "\(ByteCount.text(record.receivedBytes))\(total) have arrived from \(transfer.request)"
            if let since = transfer.silentSince(at: now) {
                return TransferSilence.explanation(of: subject, since: since, timeout: timeout, arrived)
            }
            return Explanation(
                subject: subject, state: transfer.task == nil ? "starting" : "transferring", condition: nil,
                reason: arrived,
                since: transfer.silence.begunAt ?? transfer.record.createdAt)
        }
        guard all.count > chosen.count else { return explanations }
        return explanations + [
            Explanation(
                subject: "\(all.count - chosen.count) more tasks of \(id)", state: "waiting",
                condition: .behindDownloads,
                reason: "they come after these", endsWhen: "these end (`ba sessions` lists all of them)")
        ]
    }
}
