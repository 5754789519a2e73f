// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface

/// Tells why a download, a pack or an app is where it is.
struct ExplanationsService: Sendable {
    let downloads: DownloadsService
    let files: FilesService
    let installations: InstallationsService
    let packs: PacksService
    let manifests: ManifestService
    let checker: UpdateChecker
    let conditions: BackgroundConditions
    let catalog: AppCatalog
    let extensions: ExtensionsService
    let absences: AbsenceExplanations
    let control: ExclusiveControlService
    let challenges: ChallengesService

    /// - Throws: `downloadNotFound` when the ID means nothing here.
    func explain(_ id: String) async throws(ServiceError) -> [Explanation] {
        // What files of the system say is looked at now and then only.
        await conditions.refresh()
        var explanations: [Explanation] = []
        let installation = await installations.named(id)
        if let request = await installations.request(of: installation) {
            let isPaused = await installations.isPaused(installation)
            explanations.append(
                Explanation(
                    subject: id, state: InstallationProgress.Phase.awaitingConsent.words, condition: .consent,
                    reason: "\(request.sizes.name) \(request.sizes.version) names how much room it may take: "
                        + request.sizes.words + (isPaused ? "; a person has paused it, too" : ""),
                    since: request.since,
                    endsWhen:
                        "somebody agrees where it was asked, or by `ba install SOURCE --yes` with the same SOURCE"
                        + (isPaused ? ", and it is resumed (`ba resume \(id)`); " : "; ")
                        + "`ba cancel \(id)` calls it off"))
        } else if let wait = await installations.fetchWait(of: installation) {
            explanations.append(wait.explanation(of: id))
        } else if let progress = await installations.progress(of: installation), await isOfInterest(progress) {
            let isUpdate = progress.phase == .failed ? await isFromServer(id) : false
            explanations.append(
                Explanation(
                    subject: id, state: progress.phase.words, condition: Self.condition(of: progress),
                    reason: Self.reason(of: progress, isPausedByPerson: await installations.isPaused(installation)),
                    since: await installations.begin(of: installation),
                    endsWhen: isUpdate
                        ? Self.end(ofUpdate: progress, id: id) : Self.end(of: progress.phase, id: id)))
            if progress.phase == .failed || progress.phase == .cancelled, let version = await installedVersion(of: id) {
                explanations.append(
                    Explanation(
                        subject: "the installed \(id)", state: "ready", condition: nil,
                        reason: "version \(version) can be launched as before; `ba update \(id)` looks for a newer one")
                )
            }
        }
        let isInstalling = await installations.progress(of: installation).map { !$0.isFinal } ?? false
        if let asked = await challenges.pending[FileDownload.manifestID(of: id)] {
            explanations.append(
                Explanation(
                    subject: "the manifest of \(id)", state: "waiting", condition: .authentication,
                    reason: asked.reason, since: asked.since, endsWhen: asked.endsWhen))
        } else if let failure = await manifests.failures[id] {
            let hold = await conditions.downloadHold(of: id)
            explanations.append(
                Explanation(
                    subject: "the manifest of \(id)", state: "failed", condition: failure.condition,
                    reason: failure.message, since: failure.since,
                    endsWhen: isInstalling
                        ? "the installation, which asks again, reaches it"
                        : failure.endsWhen(of: id, held: hold),
                    nextAttempt: isInstalling ? failure.retryAt : await checker.nextCheck(of: id)))
        }
        if let hold = await checker.postponement(of: id) {
            explanations.append(
                Explanation(
                    subject: "the check of \(id) for what is newer", state: "waiting",
                    condition: Explanation.Condition(hold.condition), reason: hold.condition.description,
                    since: hold.since, endsWhen: hold.condition.endsWhen))
        }
        let fetched = await downloads.explanations(of: id)
        explanations += fetched.map(\.explanation)
        explanations += await files.explanations(of: id)
        if let overflow = await files.overflowExplanation(of: id) { explanations.append(overflow) }
        explanations += try await files.untakenEnds(of: id) {
            await completed($0, byExtensionOf: $1)
        }
        let explained = Set(explanations.map(\.subject))
        explanations += await files.restrictionExplanations(of: id).filter { !explained.contains($0.subject) }
        if let turn = extensions.slots.explanation(of: id) { explanations.append(turn) }
        explanations += await control.explanations(of: id)
        let told = Set(fetched.map(\.key))
        for pack in try await packs.list(bundleID: nil) where pack.id == id || pack.bundleID == id {
            let key = PackKey(bundleID: pack.bundleID, packID: pack.id)
            guard !told.contains(key) else { continue }
            explanations.append(try await explain(pack, failure: await downloads.failures[key]))
        }
        explanations += try await explainExtension(of: id)
        if explanations.isEmpty, try await catalog.apps().contains(where: { $0.bundleID == id }) {
            explanations.append(
                Explanation(subject: id, state: "ready", condition: nil, reason: "nothing is being fetched for it"))
        }
        guard !explanations.isEmpty else {
            throw ServiceError(
                .downloadNotFound,
                "no app, pack or download is named \(id); `ba apps`, `ba packs` and `ba downloads` list "
                    + "what there is", subject: id)
        }
        return explanations
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

    /// Why the extension of an app is not run now, and how it has failed.
    private func explainExtension(of bundleID: String) async throws(ServiceError) -> [Explanation] {
        guard
            let app = try await catalog.apps().first(where: { $0.bundleID == bundleID && $0.currentVersionID != nil })
        else { return [] }
        let bundle: AppBundle
        do throws(ServiceError) { bundle = try await catalog.bundle(of: bundleID) } catch
            where error.code == .bundleInvalid
        {
            // One that is used where its owner put it may have been moved.
            return [
                Explanation(
                    subject: bundleID, state: "unusable", condition: .bundleInvalid, reason: error.message,
                    endsWhen: "its bundle is in its place again, or is registered or installed anew")
            ]
        }
        guard bundle.downloaderExtension != nil else { return [] }
        var explanations: [Explanation] = []
        let subject = "the extension of \(bundleID)"
        let refusal = await extensions.refusal(of: bundleID)
        if let refusal {
            explanations.append(
                Explanation(
                    subject: subject, state: "not run", condition: refusal.condition, reason: refusal.reason,
                    since: refusal.since, endsWhen: refusal.endsWhen, nextAttempt: refusal.until))
        }
        if let failure = app.extensionFailure {
            explanations.append(
                Explanation(
                    subject: subject, state: "failed",
                    condition: app.extensionFailureCause.map { Explanation.Condition(rawValue: $0) ?? .unknown }
                        ?? .extensionFailed,
                    reason: failure, since: app.extensionFailedAt,
                    endsWhen: "it is run again and returns: for what it has not been told yet, or at the next check",
                    nextAttempt: refusal == nil
                        ? [extensions.retries.nextAttempt(of: bundleID), await checker.nextCheck(of: bundleID)]
                            .compactMap { $0 }.min() : refusal?.until))
        }
        return explanations
    }

    /// What is told of an end that nobody has taken, with when the extension of its app is told of it, and why not now.
    private func completed(_ explanation: Explanation, byExtensionOf bundleID: String) async -> Explanation {
        var explanation = explanation
        guard let refusal = await extensions.refusal(of: bundleID) else {
            explanation.nextAttempt = extensions.retries.nextAttempt(of: bundleID)
            return explanation
        }
        explanation.nextAttempt = refusal.until
        explanation.condition = refusal.condition
        explanation.reason += "; the extension is not run: \(refusal.reason)"
        explanation.endsWhen =
            "the app comes to the front with a delegate, or its extension may run again: \(refusal.endsWhen)"
        return explanation
    }

    /// An installation that has ended says something only of what is still missing.
    private func isOfInterest(_ progress: InstallationProgress) async -> Bool {
        if progress.phase != .finished { return true }
        guard progress.detail != nil else { return false }
        return await installations.lacksPacks(progress.bundleID)
    }

    /// - `failure`: how the last download of it ended, when that is why it is not here.
    private func explain(
        _ pack: PackRecord, failure: FailedDownload?
    ) async throws(ServiceError) -> Explanation {
        let subject = "\(pack.id) of \(pack.bundleID)"
        let status = PackStatus(rawValue: pack.status)
        if status.contains(.obsolete) {
            return Explanation(
                subject: subject, state: "obsolete", condition: .obsolete, reason: "the manifest no longer lists it",
                endsWhen: "it has been missing for a day, or is removed (`ba pack remove`)")
        }
        if status.contains(.updateAvailable) {
            return Explanation(
                subject: subject, state: "out of date", condition: .updateAvailable,
                reason: "version \(pack.localVersion ?? 0) is local, and \(pack.publishedVersion ?? 0) is published",
                endsWhen: "the next check fetches it (`ba pack check`)")
        }
        if status.contains(.downloaded) {
            return Explanation(
                subject: subject, state: "ready", condition: nil,
                reason: "version \(pack.localVersion ?? 0) is local and up to date")
        }
        return try await absences.explain(pack, failure: failure)
    }
}
