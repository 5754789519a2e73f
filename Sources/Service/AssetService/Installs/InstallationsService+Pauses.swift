// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface

// A person holds up a whole installation, or lets it go on.
extension InstallationsService {
    /// - `bundleID`: of an installation that is under way.
    /// - Throws: when it cannot be recorded, and would not outlast the service: then nothing is done.
    func setPaused(_ bundleID: String, _ isPaused: Bool) async throws(ServiceError) {
        guard let before = running[bundleID], !(isPaused && before.record.pausedAt != nil) else { return }
        running[bundleID]?.record.pausedAt = isPaused ? clock.now : nil
        running[bundleID]?.pause.begin()
        // Whoever wants it to go on does not wait for the next try.
        if isPaused || before.waiting != nil { running[bundleID]?.interrupt?() }
        followInDesktop(bundleID)
        do throws(ServiceError) {
            if let record = running[bundleID]?.record { try await save(record) }
            let essential = before.record.essentialIDs
            try await downloads.setPaused(essential.map { PackKey(bundleID: bundleID, packID: $0) }, isPaused)
            try await files.setPaused(essential, isPaused)
        } catch {
            await takeBackPause(bundleID, before: before)
            throw error
        }
        if isPaused { running[bundleID]?.pause.isComplete = true }
        changes.signal()
    }

    private func takeBackPause(_ bundleID: String, before: Running) async {
        running[bundleID]?.record.pausedAt = before.record.pausedAt
        running[bundleID]?.pause = before.pause
        followInDesktop(bundleID)
        changes.signal()
        guard let record = running[bundleID]?.record else { return }
        do throws(ServiceError) { try await save(record) } catch {
            logger.warning(
                "that \(bundleID) is \(record.pausedAt == nil ? "not " : "")paused is not on record: \(error)")
        }
    }
}
