// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ExtensionHost
internal import Foundation
internal import ServiceInterface

// The part of an installation that an app has which manages its assets itself: manifest → extension → essential files.
extension InstallationsService {
    /// Asks the extension what to download, and fetches what is essential. Whatever goes wrong, the app is installed all the
    /// same, and says so.
    func requestContent(of bundle: AppBundle, event: InstallationEventType) async throws(ServiceError) {
        let bundleID = bundle.information.bundleID
        // How they ended is told when the app can be launched.
        await fileEvents.hold(bundleID)
        setPhase(.fetchingManifest, of: bundleID)
        let reporter = FetchReporter { [weak self] bytes, total in
            await self?.update(bundleID) { estimate in
                estimate.correct(.manifest, total: max(total ?? 0, bytes))
                estimate.complete(.manifest, bytes: bytes)
            }
        }
        defer { reporter.stop() }
        let chosen = running[bundleID].flatMap { $0.hasChosen ? $0.record.essentialIDs : nil }
        let files: [FileDownload]
        do throws(ContentRequests.Failure) {
            files = try await content.ask(
                event == .firstInstallation ? .install : .update, of: bundle, isPatient: true, isAwaited: true,
                progress: reporter.report
            ) { [weak self] in await self?.setPhase(.askingExtension, of: bundleID) }
        } catch {
            try checkCancellation(bundleID)
            if error.mayHelpLater { await owe(event, to: bundleID, isHeld: error.isHeld) }
            await note(
                bundleID,
                "\(chosen == nil ? InstallationResult.unasked : "its extension was not asked again: ")\(error)")
            // What an earlier run of the service has chosen comes still: nothing that is met now makes the app launchable
            // without it.
            if let chosen { try await fetch(await self.files.queued(chosen), bundleID: bundleID) }
            return
        }
        try await proceed(bundleID)
        let admitted = await self.files.admit(files, of: bundleID, allowsEssential: true)
        for refusal in admitted.refusals { await note(bundleID, refusal) }
        try await fetch(admitted.essential, bundleID: bundleID)
    }

    private func fetch(_ essential: [FileDownload], bundleID: String) async throws(ServiceError) {
        setPhase(.downloadingAssets, of: bundleID)
        let total = essential.reduce(0) { $0 &+ $1.fileSize }
        await update(bundleID) { $0.correct(.essentialAssets, total: total) }
        try await record(bundleID) { $0.essentialIDs = essential.map(\.id) }
        if running[bundleID]?.record.pausedAt != nil {
            try await files.setPaused(essential.map(\.id), true)
            running[bundleID]?.pause.isComplete = true
        }
        let following = Task { await followProgress(of: essential, bundleID: bundleID) }
        defer { following.cancel() }
        var failureCount = 0
        for file in essential {
            let failure = await withTaskCancellationHandler {
                await files.end(of: file.id)
            } onCancel: {
                Task { await self.files.wake(file.id, nil) }
            }
            try checkCancellation(bundleID)
            guard let failure else { continue }
            failureCount += 1
            // However many there are, what is told of them has an end.
            if failureCount > Refusals.largestCount { continue }
            await note(bundleID, "launchable without \(file.identifier): \(failure.message)")
        }
        let others = failureCount - Refusals.largestCount
        if others > 0 { await note(bundleID, "launchable without \(others) more") }
    }

    /// Adds up what has arrived of the essential files, whenever it changes.
    private func followProgress(of essential: [FileDownload], bundleID: String) async {
        for await _ in files.changes.changes() {
            let pause = running[bundleID]?.pause
            var completed: Int64 = 0
            for bytes in await files.completedBytes(of: essential) { completed &+= bytes }
            await followPauses(
                of: bundleID, areAllPaused: await files.areAllPaused(essential.map(\.id)), since: pause)
            await update(bundleID) { $0.complete(.essentialAssets, bytes: completed) }
        }
    }
}
