// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface
internal import SystemSupport

/// Tells why the manifest of an app is not here.
struct ManifestExplanations: Sendable {
    let manifests: ManifestService
    let installations: InstallationsService
    let challenges: ChallengesService
    let checker: UpdateChecker
    let conditions: BackgroundConditions

    /// - Returns: nil when it is, or is on its way for an installation, which tells of that itself.
    func explanation(of id: String) async -> Explanation? {
        let subject = "the manifest of \(id)"
        if let asked = await challenges.pending[FileDownload.manifestID(of: id)] {
            return Explanation(
                subject: subject, state: "waiting", condition: .authentication, reason: asked.reason,
                since: asked.since, endsWhen: asked.endsWhen)
        }
        let failure = await manifests.failures[id]
        let before = failure.map { "; the last try failed: \($0.message)" } ?? ""
        if let silence = await manifests.silence(of: id) {
            return TransferSilence.explanation(
                of: subject, since: silence.since, timeout: silence.timeout, isRetried: false,
                "it is being asked for" + before)
        }
        let isInstalling = await installations.progress(of: installations.named(id)).map { !$0.isFinal } ?? false
        guard let failure else {
            guard !isInstalling, let fetch = await manifests.fetch(of: id) else { return nil }
            return Explanation(
                subject: subject, state: "downloading", condition: nil, reason: Self.words(on: fetch),
                since: fetch.since, endsWhen: "all of it has arrived")
        }
        if let fetch = await manifests.fetch(of: id) {
            return Explanation(
                subject: subject, state: "downloading", condition: failure.condition,
                reason: Self.words(on: fetch) + before, since: failure.since, endsWhen: "its server answers")
        }
        let hold = await conditions.downloadHold(of: id)
        return Explanation(
            subject: subject, state: "failed", condition: failure.condition,
            reason: failure.message, since: failure.since,
            endsWhen: isInstalling
                ? "the installation, which asks again, reaches it"
                : failure.endsWhen(of: id, held: hold),
            nextAttempt: isInstalling ? failure.retryAt : await checker.nextCheck(of: id))
    }

    private static func words(on fetch: (since: Double, bytes: Int64)) -> String {
        fetch.bytes == 0 ? "it is being asked for" : "it is being fetched: \(ByteCount.text(fetch.bytes)) have come"
    }
}
