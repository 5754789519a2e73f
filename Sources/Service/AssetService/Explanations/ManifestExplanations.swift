// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface

/// Tells why the manifest of an app is not here.
struct ManifestExplanations: Sendable {
    let manifests: ManifestService
    let installations: InstallationsService
    let challenges: ChallengesService
    let checker: UpdateChecker
    let conditions: BackgroundConditions

    /// - Returns: nil when it is, or is on its way.
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
        guard let failure else { return nil }
        if await manifests.isBeingFetched(id) {
            return Explanation(
                subject: subject, state: "downloading", condition: failure.condition,
                reason: "it is being asked for\(before)", since: failure.since, endsWhen: "its server answers")
        }
        let isInstalling = await installations.progress(of: installations.named(id)).map { !$0.isFinal } ?? false
        let hold = await conditions.downloadHold(of: id)
        return Explanation(
            subject: subject, state: "failed", condition: failure.condition,
            reason: failure.message, since: failure.since,
            endsWhen: isInstalling
                ? "the installation, which asks again, reaches it"
                : failure.endsWhen(of: id, held: hold),
            nextAttempt: isInstalling ? failure.retryAt : await checker.nextCheck(of: id))
    }
}
