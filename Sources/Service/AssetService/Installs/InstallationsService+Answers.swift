// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
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

    private static func answerKey(_ callID: String) -> String { "installation|\(callID)" }

    /// Takes up how installations have failed under earlier runs of the service.
    func restoreFailures() async throws(AssetStoreError) {
        let now = clock.now
        for failure in try await store.installationFailures() where running[failure.name] == nil {
            let progress: InstallationProgress
            do { progress = try JSONDecoder().decode(InstallationProgress.self, from: failure.progress) } catch {
                logger.warning("how the installation of \(failure.name) has failed cannot be read: \(error)")
                continue
            }
            results[failure.name] = InstallationResult(
                callID: failure.callID, progress: progress, time: min(failure.failedAt, now))
            refusedTags[failure.name] = failure.refusedTag
        }
    }

    /// What went wrong with another version is over.
    func forgetFailure(of bundleID: String) async {
        guard results[bundleID]?.progress.phase == .failed else { return }
        forgetResult(of: bundleID)
        do throws(AssetStoreError) { try await store.deleteInstallationFailure(of: bundleID) } catch {
            logger.warning("that \(bundleID) is up to date cannot be recorded: \(error)")
        }
    }

    /// What is recorded with the end of an installation: its own last word, the answers of those who cancelled it, and
    /// how it has failed, by each of its names.
    func lastWords(
        on bundleID: String, _ progress: InstallationProgress
    ) -> (answers: [StoredAnswer], failures: [StoredInstallationFailure]) {
        guard let installation = running[bundleID] else { return ([], []) }
        let (callID, now) = (installation.record.callID, clock.now)
        let reply: Data
        do { reply = try JSONEncoder().encode(progress) } catch {
            logger.error("how the installation of \(bundleID) has ended cannot be recorded: \(error)")
            return (installation.cancellations, [])
        }
        let own = StoredAnswer(callKey: Self.answerKey(callID), reply: reply, answeredAt: now)
        let names = progress.phase == .failed ? [bundleID] + aliases.filter { $0.value == bundleID }.keys : []
        let failures = names.map { name in
            StoredInstallationFailure(
                name: name, callID: callID, progress: reply, failedAt: now,
                refusedTag: name == bundleID ? refusedTags[bundleID] : nil)
        }
        return ([own] + installation.cancellations, failures)
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
