// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface

/// Tells why a pack is not on this device, and is not being fetched.
struct AbsenceExplanations: Sendable {
    let store: AssetStore
    let catalog: AppCatalog
    let installations: InstallationsService
    let languages: LanguagesService
    let checker: UpdateChecker
    let conditions: BackgroundConditions

    /// - `failure`: how the last download of it ended, when that is why it is not here.
    func explain(_ pack: PackRecord, failure: FailedDownload?) async throws(ServiceError) -> Explanation {
        let subject = "\(pack.id) of \(pack.bundleID)"
        func explanation(
            _ state: String, _ condition: Explanation.Condition, _ reason: String, endsWhen: String,
            nextAttempt: Double? = nil
        ) -> Explanation {
            Explanation(
                subject: subject, state: state,
                // It is not here because the last try failed.
                condition: condition == .notAskedFor || condition == .owed
                    ? failure?.cause.map { Explanation.Condition($0) } ?? condition : condition,
                reason: (failure.map { "the last try failed: \($0.error.message); " } ?? "") + reason,
                since: failure?.time,
                endsWhen: endsWhen,
                nextAttempt: nextAttempt)
        }
        let asked = "the app, or `ba pack get`, asks for it"
        let app = try await catalog.app(pack.bundleID)
        let isAutomatic = pack.policy != "onDemand"
        if let language = pack.language {
            switch await languages.taken(by: app) {
            case .language(language)?, nil: break
            case .language(let taken)?:
                return explanation(
                    "not local", .languageDiffers, "it is in \(language), and the app has its packs in \(taken)",
                    endsWhen: "the person prefers \(language), or \(asked)")
            case .nothingFits(let wished)?:
                return explanation(
                    "not local", .languageDiffers,
                    "it is in \(language), and the app is to have its packs in \(wished.joined(separator: ", "))",
                    endsWhen: "the person prefers \(language), or \(asked)")
            }
        }
        if isAutomatic, let progress = await installations.progress(of: pack.bundleID), !progress.isFinal {
            return explanation(
                "waiting", .installing,
                "its app is being installed or updated, which has not come to it yet (\(pack.policy ?? ""))",
                endsWhen: "the installation fetches it, if it calls for it, or \(asked)")
        }
        do throws(AssetStoreError) {
            let declined = try await store.declinedPacks(of: pack.bundleID)[pack.id]
            if let declined, declined == pack.publishedVersion {
                return explanation(
                    "not local", .declined, "the app's extension declined version \(declined) (shouldDownload)",
                    endsWhen: asked)
            }
            let isOwed = try await store.owedPacks(of: pack.bundleID).contains(pack.id)
            if isOwed || (isAutomatic && app.owedEvent != nil) {
                if let hold = await conditions.downloadHold(of: pack.bundleID) {
                    return Explanation(
                        subject: subject, state: "not local", condition: Explanation.Condition(hold.condition),
                        reason: "its app is to have it (\(pack.policy ?? "")), and \(hold.condition)",
                        since: hold.since, endsWhen: hold.condition.endsWhen)
                }
                return explanation(
                    "not local", .owed, "it could not be had when it was called for (\(pack.policy ?? ""))",
                    endsWhen: "the next check fetches it (`ba update \(pack.bundleID)` makes one now)"
                        + (failure?.cause?.obstacle.map { ", which comes as soon as \($0.end)" } ?? ""),
                    nextAttempt: await checker.nextCheck(of: pack.bundleID))
            }
        } catch { throw ServiceError(store: error) }
        return explanation(
            "not local", .notAskedFor,
            isAutomatic
                ? "only an installation or update of the app fetches it by itself (\(pack.policy ?? "")), and none is under way"
                : "it is fetched when the app asks for it (onDemand)", endsWhen: asked)
    }
}
