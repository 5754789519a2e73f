// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface

/// Tells why a download, a pack or an app is where it is.
struct ExplanationsService: Sendable {
    let installations: InstallationExplanations
    let manifests: ManifestExplanations
    let extensions: ExtensionExplanations
    let absences: AbsenceExplanations
    let downloads: DownloadsService
    let files: FilesService
    let packs: PacksService
    let checker: UpdateChecker
    let conditions: BackgroundConditions
    let catalog: AppCatalog
    let slots: ExtensionSlots
    let control: ExclusiveControlService
    let tasks: TaskExplanations
    let sessions: SessionsService

    /// - Throws: `downloadNotFound` when the ID means nothing here.
    func explain(_ id: String) async throws(ServiceError) -> [Explanation] {
        // What files of the system say is looked at now and then only.
        await conditions.refresh()
        var explanations: [Explanation] = []
        explanations += await installations.explanations(of: id)
        if let explanation = await manifests.explanation(of: id) { explanations.append(explanation) }
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
        explanations += try await files.untakenEnds(of: id) { await extensions.completed($0, $1) }
        let explained = Set(explanations.map(\.subject))
        explanations += await files.restrictionExplanations(of: id).filter { !explained.contains($0.subject) }
        if let turn = slots.explanation(of: id) { explanations.append(turn) }
        explanations += await control.explanations(of: id)
        explanations += await tasks.explanations(of: id)
        explanations += await sessions.explanations(of: id)
        let told = Set(fetched.map(\.key))
        for pack in try await packs.list(bundleID: nil) where pack.id == id || pack.bundleID == id {
            let key = PackKey(bundleID: pack.bundleID, packID: pack.id)
            guard !told.contains(key) else { continue }
            explanations.append(try await explain(pack, failure: await downloads.failures[key]))
        }
        explanations += try await extensions.explanations(of: id)
        if explanations.isEmpty, try await catalog.apps().contains(where: { $0.bundleID == id }) {
            explanations.append(
                Explanation(subject: id, state: "ready", condition: nil, reason: "nothing is being fetched for it"))
        }
        if explanations.isEmpty { explanations += try await tasks.pastExplanations(of: id) }
        guard !explanations.isEmpty else {
            throw ServiceError(
                .downloadNotFound,
                "no app, pack, download, background task or session is named \(id); `ba apps`, `ba packs`, `ba downloads`, "
                    + "`ba tasks` and `ba sessions` list what there is", subject: id)
        }
        return explanations
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
