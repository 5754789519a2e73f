// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface

/// Tells where an installation or an update is, or how the last one has ended.
struct InstallationExplanations: Sendable {
    let installations: InstallationsService
    let catalog: AppCatalog

    func explanations(of id: String) async -> [Explanation] {
        let installation = await installations.named(id)
        if let request = await installations.request(of: installation) {
            return [
                Self.explanation(of: id, request, isPaused: await installations.isPaused(installation))
            ]
        }
        if let wait = await installations.fetchWait(of: installation) { return [wait.explanation(of: id)] }
        guard let progress = await installations.progress(of: installation), await isOfInterest(progress) else {
            return []
        }
        if progress.phase == .downloadingApp, let silence = await installations.silence(of: installation) {
            return [
                TransferSilence.explanation(
                    of: id, since: silence.since, timeout: silence.timeout,
                    "the installation is at \(Int(progress.fraction * 100)) %")
            ]
        }
        let isUpdate = progress.phase == .failed ? await isFromServer(id) : false
        let explanation = Explanation(
            subject: id, state: progress.phase.words, condition: Self.condition(of: progress),
            reason: Self.reason(of: progress, isPausedByPerson: await installations.isPaused(installation)),
            since: await installations.begin(of: installation),
            endsWhen: isUpdate ? Self.end(ofUpdate: progress, id: id) : Self.end(of: progress.phase, id: id))
        guard progress.phase == .failed || progress.phase == .cancelled, let version = await installedVersion(of: id)
        else { return [explanation] }
        return [
            explanation,
            Explanation(
                subject: "the installed \(id)", state: "ready", condition: nil,
                reason: "version \(version) can be launched as before; `ba update \(id)` looks for a newer one"),
        ]
    }

    private static func explanation(
        of id: String, _ request: (sizes: InstallSizes, since: Double), isPaused: Bool
    ) -> Explanation {
        Explanation(
            subject: id, state: InstallationProgress.Phase.awaitingConsent.words, condition: .consent,
            reason: "\(request.sizes.name) \(request.sizes.version) names how much room it may take: "
                + request.sizes.words + (isPaused ? "; a person has paused it, too" : ""),
            since: request.since,
            endsWhen:
                "somebody agrees where it was asked, or by `ba install SOURCE --yes` with the same SOURCE"
                + (isPaused ? ", and it is resumed (`ba resume \(id)`); " : "; ")
                + "`ba cancel \(id)` calls it off")
    }

    /// An installation that has ended says something only of what is still missing.
    private func isOfInterest(_ progress: InstallationProgress) async -> Bool {
        if progress.phase != .finished { return true }
        guard progress.detail != nil else { return false }
        return await installations.lacksPacks(progress.bundleID)
    }

    /// The version of an app that is installed, when it is.
    private func installedVersion(of bundleID: String) async -> String? {
        do throws(ServiceError) { return try await catalog.bundle(of: bundleID).information.version } catch {
            return nil
        }
    }

    /// Whether an app that is installed came from a server, from which it is updated.
    private func isFromServer(_ bundleID: String) async -> Bool {
        do throws(ServiceError) {
            let version = try await catalog.version(of: bundleID)
            return version.source != nil && !version.adopted
        } catch { return false }
    }

    /// What a step of an installation is held up by.
    private static func condition(of progress: InstallationProgress) -> Explanation.Condition? {
        switch progress.phase {
        case .awaitingConsent: .consent
        case .downloadingApp, .installing, .fetchingManifest, .askingExtension, .downloadingAssets: .installing
        case .paused: .paused
        case .cancelled: .cancelled
        case .failed:
            progress.errorCode.map { Explanation.Condition(ServiceError.Code(rawValue: $0)) } ?? .installationFailed
        case .finished: nil
        case .unknown: .unknown
        }
    }

    private static func reason(of progress: InstallationProgress, isPausedByPerson: Bool) -> String {
        let (detail, percent) = (progress.detail, "\(Int(progress.fraction * 100)) %")
        return switch progress.phase {
        case .paused where isPausedByPerson:
            "a person has paused it at \(percent)" + (detail.map { "; \($0)" } ?? "")
        case .cancelled: "it was cancelled at \(percent)" + (detail.map { "; \($0)" } ?? "")
        default: detail ?? "the installation is at \(percent)"
        }
    }

    /// What would end the failure of an update from where the app came.
    private static func end(ofUpdate progress: InstallationProgress, id: String) -> String {
        progress.errorCode == ServiceError.Code.consentRequired.rawValue
            ? "somebody agrees: `ba update \(id) --yes`"
            : "there is another version where it came from (`ba update \(id)` looks for it), or it is installed anew "
                + "(`ba install SOURCE`)"
    }

    /// What would end a step of an installation.
    private static func end(of phase: InstallationProgress.Phase, id: String) -> String? {
        switch phase {
        case .awaitingConsent: "somebody agrees to the sizes"
        case .downloadingApp: "its archive has arrived"
        case .installing: "its files are in their place"
        case .fetchingManifest: "its manifest has arrived"
        case .askingExtension: "its extension has answered"
        case .downloadingAssets: "its essential downloads have arrived (`ba downloads`)"
        case .paused: "it is resumed (`ba resume \(id)`)"
        case .failed, .cancelled: "it is installed anew (`ba install SOURCE`)"
        case .finished, .unknown: nil
        }
    }
}
