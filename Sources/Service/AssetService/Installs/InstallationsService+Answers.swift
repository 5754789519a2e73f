// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import ServiceInterface

// The last word on an installation, which outlasts it: for its own call, when that is repeated, and for those who cancelled it.
extension InstallationsService {
    /// An installation that ended under an earlier run of the service, whose end the client of this call has not seen.
    func ended(_ callID: String) async throws(ServiceError) -> String? {
        do {
            guard let reply = try await store.answer(to: Self.answerKey(callID)) else { return nil }
            let progress = try JSONDecoder().decode(InstallationProgress.self, from: reply)
            // Not by the name of an app, of which another installation may have been the last.
            let id = ProvisionalName.make(progress.bundleID)
            results[id] = InstallationResult(callID: callID, progress: progress, time: clock.now)
            return id
        } catch { throw ServiceError(cause: error) }
    }

    private static let answerPrefix = "installation|"

    private static func answerKey(_ callID: String) -> String { answerPrefix + callID }

    /// Takes up why first installations have failed lately: of these apps there is nothing else that could tell.
    func restoreFailures() async throws(AssetStoreError) {
        let installed = Set(try await store.apps().map(\.bundleID))
        for answer in try await store.answers(toCallsBeginningWith: Self.answerPrefix) {
            // One that another version of the service has written may be of another form.
            guard let progress = try? JSONDecoder().decode(InstallationProgress.self, from: answer.reply) else {
                continue
            }
            let id = ProvisionalName.make(progress.bundleID)
            // What ended better later counts.
            results[id] =
                progress.phase == .failed
                ? InstallationResult(
                    callID: String(answer.callKey.dropFirst(Self.answerPrefix.count)), progress: progress,
                    time: min(answer.answeredAt, clock.now)) : nil
        }
        results = results.filter { id, _ in
            running[ProvisionalName.shown(id)] == nil && !installed.contains(ProvisionalName.shown(id))
        }
    }

    /// What is recorded with the end of an installation: its own last word, and the answers of those who cancelled it.
    func finalAnswers(
        of bundleID: String, _ phase: InstallationProgress.Phase, progress: InstallationProgress? = nil
    ) -> [StoredAnswer] {
        guard let installation = running[bundleID] else { return [] }
        let last = progress ?? Self.final(phase, bundleID, nil)
        // A record of its last word can always be encoded.
        guard let reply = try? JSONEncoder().encode(last) else { return installation.cancellations }
        let own = StoredAnswer(
            callKey: Self.answerKey(installation.record.callID), reply: reply, answeredAt: clock.now)
        return [own] + installation.cancellations
    }

    func forgetResult(of bundleID: String) { results[bundleID] = nil }

    static func final(
        _ phase: InstallationProgress.Phase, _ bundleID: String, _ detail: String?
    ) -> InstallationProgress {
        InstallationProgress(
            bundleID: ProvisionalName.shown(bundleID), phase: phase, fraction: 1, completedBytes: 0, totalBytes: 0,
            detail: detail)
    }
}
