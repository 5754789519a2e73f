// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface
internal import SystemSupport

extension DownloadsService {
    /// What is queued and in flight, of one app or of all.
    func records(of bundleID: String?) async -> [DownloadRecord] {
        let chosen = jobs.values
            .filter { bundleID == nil || $0.record.bundleID == bundleID }
            .sorted { ($0.downloadClass, $0.record.createdAt) < ($1.downloadClass, $1.record.createdAt) }
        let reasons = await queue.waitReasons(of: chosen.map(\.record.id))
        let challenges = await challenges.pending
        let now = clock.now
        return chosen.map { job in
            let wait = ListedWait(
                asked: challenges[job.record.id], wait: reasons[job.record.id], after: job.record.cause,
                isSilent: job.silentSince(at: now) != nil)
            return DownloadRecord(
                bundleID: job.record.bundleID, packID: job.record.packID, version: job.record.version,
                state: Self.state(of: job, wait: wait),
                essential: job.downloadClass == .essential, foreground: job.downloadClass == .foreground,
                completedBytes: job.record.completedBytes, totalBytes: job.entry.downloadSize,
                waiting: wait?.reason, condition: wait?.condition)
        }
    }

    /// What the queue says is newer than the job that was looked at before it was asked.
    private static func state(of job: Job, wait: ListedWait?) -> DownloadRecord.State {
        job.record.pausedAt != nil ? .paused : job.task == nil || wait != nil ? .waiting : .downloading
    }

    /// Why downloads of this pack, or of this app, are where they are.
    func explanations(of id: String) async -> [(key: PackKey, explanation: Explanation)] {
        let chosen = jobs.values
            .filter { $0.record.packID == id || $0.record.bundleID == id || $0.record.id == id }
            .sorted { $0.record.createdAt < $1.record.createdAt }
        let waits = await queue.waits(of: chosen.map(\.record.id))
        let challenges = await challenges.pending
        let (now, timeout) = (clock.now, await settings.integer(.stallTimeout))
        return chosen.map { job in
            (
                PackKey(bundleID: job.record.bundleID, packID: job.record.packID),
                Self.explanation(
                    of: job, wait: waits[job.record.id], asked: challenges[job.record.id],
                    silentSince: job.silentSince(at: now), timeout: timeout)
            )
        }
    }

    private static func explanation(
        of job: Job, wait: DownloadWait?, asked: PendingChallenge?, silentSince: Double?, timeout: Int64
    ) -> Explanation {
        let subject = "\(job.record.packID) of \(job.record.bundleID)"
        if let asked {
            return Explanation(
                subject: subject, state: "waiting", condition: .authentication, reason: asked.reason,
                since: asked.since, endsWhen: asked.endsWhen)
        }
        guard let wait else {
            let arrived =
                "\(ByteCount.text(job.record.completedBytes)) of \(ByteCount.text(job.entry.downloadSize)) have arrived"
            if let silentSince {
                return TransferSilence.explanation(of: subject, since: silentSince, timeout: timeout, arrived)
            }
            return Explanation(
                subject: subject, state: job.task == nil ? "starting" : "downloading", condition: nil,
                reason: arrived, since: job.silence.begunAt ?? job.record.createdAt)
        }
        return Explanation(subject, waitingFor: wait, after: job.record.cause)
    }
}
