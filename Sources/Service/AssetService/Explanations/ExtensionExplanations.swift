// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface

/// Tells what the extension of an app does, why it is not run now, and how it has failed.
struct ExtensionExplanations: Sendable {
    let catalog: AppCatalog
    let extensions: ExtensionsService
    let ends: FileEventsService
    let checker: UpdateChecker

    func explanations(of bundleID: String) async throws(ServiceError) -> [Explanation] {
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
        let subject = Self.subject(bundleID)
        let refusal = await extensions.refusal(of: bundleID)
        if let run = extensions.runs.current(of: bundleID) {
            // What begins to hold meanwhile ends no run that has begun.
            let next = refusal.map { "; it is not run again before this: \($0.endsWhen) (\($0.reason))" } ?? ""
            explanations.append(
                Explanation(
                    subject: subject, state: "running", condition: .extensionRuns,
                    reason: "it has been asked or told something" + next, since: run.since, endsWhen: run.endsWhen))
        } else if let refusal {
            explanations.append(
                Explanation(
                    subject: subject, state: "not run", condition: refusal.condition, reason: refusal.reason,
                    since: refusal.since, endsWhen: refusal.endsWhen, nextAttempt: refusal.until))
        }
        if let failure = app.extensionFailure {
            // Of what somebody else has taken note of meanwhile it is told no more.
            let isOwed = await ends.count(of: bundleID) > 0
            explanations.append(
                Explanation(
                    subject: subject, state: "failed",
                    condition: app.extensionFailureCause.map { Explanation.Condition(rawValue: $0) ?? .unknown }
                        ?? .extensionFailed,
                    reason: failure, since: app.extensionFailedAt,
                    endsWhen: "it is run again and returns"
                        + (isOwed
                            ? ": for what it has not been told yet, or at the next check" : ", as at the next check"),
                    nextAttempt: refusal == nil
                        ? [
                            isOwed ? extensions.retries.nextAttempt(of: bundleID) : nil,
                            await checker.nextCheck(of: bundleID),
                        ].compactMap { $0 }.min() : refusal?.until))
        }
        return explanations
    }

    private static func subject(_ bundleID: String) -> String { "the extension of \(bundleID)" }

    /// What is told of an end that nobody has taken, with when the extension of its app is told of it, and why not now.
    func completed(_ explanation: Explanation, _ ending: StoredFileEnding) async -> Explanation {
        var explanation = explanation
        let bundleID = ending.bundleID
        if await ends.isWithExtension(ending.id, of: bundleID) {
            if let run = extensions.runs.current(of: bundleID) {
                explanation.condition = .extensionRuns
                explanation.reason += "; the extension is being told of it"
                (explanation.since, explanation.endsWhen) = (run.since, run.endsWhen)
                return explanation
            }
            if let turn = extensions.slots.explanation(of: bundleID) {
                explanation.condition = turn.condition
                explanation.reason += "; the extension, which is to be told of it, waits: \(turn.reason)"
                (explanation.since, explanation.endsWhen) = (turn.since, turn.endsWhen)
                return explanation
            }
        }
        guard let refusal = await extensions.refusal(of: bundleID) else {
            explanation.nextAttempt = extensions.retries.nextAttempt(of: bundleID)
            return explanation
        }
        explanation.nextAttempt = refusal.until
        explanation.since = max(ending.endedAt, refusal.since ?? ending.endedAt)
        explanation.condition = refusal.condition
        explanation.reason += "; the extension is not run: \(refusal.reason)"
        explanation.endsWhen =
            "the app comes to the front with a delegate, or its extension may run again: \(refusal.endsWhen)"
        return explanation
    }
}
