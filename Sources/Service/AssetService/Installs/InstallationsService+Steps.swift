// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ExtensionHost
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// The steps of an installation, each of which can be repeated: bundle → manifest → extension → essential packs →
// launchable → the rest in the background.
extension InstallationsService {
    func performSteps(_ bundleID: String, bundle: AppBundle) async throws(ServiceError) {
        guard let record = running[bundleID]?.record,
            let event = InstallationEventType(rawValue: record.event)
        else { return }
        running[bundleID]?.information = bundle.information
        // What one that goes on meets again it notes again, and what it does not is over.
        running[bundleID]?.record.detail = nil
        var placed = bundle
        if record.versionID == nil {
            setPhase(.installing, of: bundleID)
            try await obtainConsent(bundleID, for: bundle.information, from: .folder(bundle))
            if event == .firstInstallation { await beginDesktopEntry(for: bundle) }
            placed = try await placeBundle(bundle, adopted: record.adopted, bundleID: bundleID)
        }
        if event == .firstInstallation { await beginDesktopEntry(for: placed) }
        try await proceed(bundleID)
        var background: [DownloadManifestEntry] = []
        var current: ManifestService.Current?
        if placed.information.hasManagedAssetPacks, let problem = placed.managedProblem {
            await note(bundleID, "installed without asset packs: \(problem)")
        } else if placed.information.hasManagedAssetPacks {
            current = await fetchManifest(of: placed, event: event)
            try await proceed(bundleID)
            if let current {
                background = try await fetchEssentialPacks(of: placed, event: event, current: current)
            } else {
                try await awaitChosenPacks(bundleID)
            }
        } else if ContentRequests.source(of: placed) != nil {
            try await requestContent(of: placed, event: event)
        } else {
            await update(bundleID) { $0.correct(.essentialAssets, total: 0) }
        }
        try await proceed(bundleID)
        try await makeLaunchable(bundleID, bundle: placed)
        guard let current else { return }
        var isOwed = false
        for entry in background {
            // The app can be launched: nothing takes that back.
            do throws(ServiceError) {
                try await downloads.enqueue(
                    entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .background)
            } catch {
                isOwed = true
                await note(bundleID, "\(entry.id) is fetched when packs are looked for: \(error)")
            }
        }
        if isOwed { await owe(event, to: bundleID) }
    }

    /// Goes on when the installation is not paused, or when it is resumed.
    func proceed(_ bundleID: String) async throws(ServiceError) {
        do { try await waitWhilePaused(bundleID) } catch { try checkCancellation(bundleID) }
    }

    func checkCancellation(_ bundleID: String) throws(ServiceError) {
        if Task.isCancelled {
            throw ServiceError(.installationFailed, "the installation of \(bundleID) was cancelled", subject: bundleID)
        }
    }

    /// The newest manifest, which is asked for again as an essential download is. Essential is not required: without a
    /// manifest the app is installed all the same, and says so.
    private func fetchManifest(of bundle: AppBundle, event: InstallationEventType) async -> ManifestService.Current? {
        let bundleID = bundle.information.bundleID
        setPhase(.fetchingManifest, of: bundleID)
        let policy = await settings.retryPolicy
        let start = clock.now
        var attempts = 0
        while true {
            let failure: ManifestError
            let reporter = FetchReporter { [weak self] bytes, total in
                await self?.update(bundleID) { estimate in
                    estimate.correct(.manifest, total: max(total ?? 0, bytes))
                    estimate.complete(.manifest, bytes: bytes)
                }
            }
            do throws(ManifestError) {
                let current = try await manifests.refresh(bundle.information, of: bundle, progress: reporter.report)
                await reporter.finish()
                return current
            } catch {
                reporter.stop()
                failure = error
            }
            attempts += 1
            let delay = failure.transferError.flatMap { error -> Double? in
                guard case .retry(let retryAfter) = error.remedy else { return nil }
                return policy.delay(
                    attempt: attempts, age: clock.now - start, downloadClass: .essential,
                    isConnectivity: error.isConnectivity, retryAfter: retryAfter)
            }
            // Stopped with the service, or cancelled: the next step ends it.
            if Task.isCancelled { return nil }
            guard let delay else {
                let words = running[bundleID]?.hasChosen == true ? "further asset packs" : "asset packs"
                await note(bundleID, "installed without \(words): \(failure)")
                await owe(event, to: bundleID)
                return nil
            }
            logger.notice("\(failure); again in \(Int(delay.rounded(.up))) s")
            await manifests.noteRetry(of: bundleID, at: clock.now + delay)
            do { try await clock.sleep(until: clock.now + delay) } catch { continue }
        }
    }

    /// Asks the extension, fetches what is essential, and returns what is left for the background.
    private func fetchEssentialPacks(
        of bundle: AppBundle, event: InstallationEventType, current: ManifestService.Current
    ) async throws(ServiceError) -> [DownloadManifestEntry] {
        let bundleID = bundle.information.bundleID
        let candidates = try await candidates(of: bundleID, event: event, manifest: current.manifest)
        setPhase(.askingExtension, of: bundleID)
        let wanted: [DownloadManifestEntry]
        do throws(ExtensionError) {
            wanted = try await extensions.wanted(of: candidates, bundle: bundle, isAwaited: true)
        } catch {
            try checkCancellation(bundleID)
            // A crash or a hang makes the app launchable at once; what is missing it can fetch itself.
            let words = running[bundleID]?.hasChosen == true ? "no further asset packs" : "no asset packs"
            await note(bundleID, "\(words) were fetched: \(error)")
            let isHeld = if case .notPermitted = error { true } else { false }
            await owe(event, to: bundleID, isHeld: isHeld)
            try await awaitChosenPacks(bundleID)
            return []
        }
        let essential = wanted.filter { if case .essential = $0.downloadPolicy { true } else { false } }
        try await fetch(essential, bundleID: bundleID, current: current)
        return wanted.filter { entry in !essential.contains { $0.id == entry.id } }
    }

    /// Waits for what an earlier run of the service has chosen, and what comes still, where it cannot be chosen anew now.
    private func awaitChosenPacks(_ bundleID: String) async throws(ServiceError) {
        guard let chosen = running[bundleID], chosen.hasChosen else { return }
        let queued = await downloads.queued(chosen.record.essentialIDs, of: bundleID)
        try await waitForArrival(of: queued, bundleID: bundleID)
    }

    private func fetch(
        _ essential: [DownloadManifestEntry], bundleID: String, current: ManifestService.Current
    ) async throws(ServiceError) {
        try await record(bundleID) { $0.essentialIDs = essential.map(\.id) }
        for entry in essential {
            try await downloads.enqueue(
                entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .essential,
                keepsPause: running[bundleID]?.isRestored == true)
        }
        try await waitForArrival(of: essential, bundleID: bundleID)
    }

    /// - `essential`: packs that are queued.
    private func waitForArrival(
        of essential: [DownloadManifestEntry], bundleID: String
    ) async throws(ServiceError) {
        setPhase(.downloadingAssets, of: bundleID)
        let total = essential.reduce(0) { $0 &+ $1.downloadSize }
        await update(bundleID) { $0.correct(.essentialAssets, total: total) }
        if running[bundleID]?.record.pausedAt != nil {
            try await downloads.setPaused(essential.map { PackKey(bundleID: bundleID, packID: $0.id) }, true)
            running[bundleID]?.pause.isComplete = true
        }
        let following = Task { await followProgress(of: essential, bundleID: bundleID) }
        defer { following.cancel() }
        for entry in essential {
            let key = PackKey(bundleID: bundleID, packID: entry.id)
            if case .failure(let error) = await downloads.wait(for: key, whileEssential: true) {
                try checkCancellation(bundleID)
                let comesLater = await downloads.isQueued(key)
                await note(
                    bundleID,
                    "launchable without \(entry.id)\(comesLater ? ", which comes in the background" : ""): \(error)")
            }
        }
    }

    /// Adds up what has arrived of the essential packs, whenever it changes.
    private func followProgress(of essential: [DownloadManifestEntry], bundleID: String) async {
        for await _ in downloads.changes.changes() {
            let pause = running[bundleID]?.pause
            var completed: Int64 = 0
            let queued = Dictionary(
                await downloads.records(of: bundleID).map { ($0.packID, $0.completedBytes) }
            ) { first, _ in first }
            for entry in essential { completed &+= queued[entry.id] ?? entry.downloadSize }
            let ids = Set(essential.map(\.id))
            let left = await downloads.records(of: bundleID).filter { ids.contains($0.packID) }
            await followPauses(
                of: bundleID, areAllPaused: left.allSatisfy { $0.state == .paused }, since: pause)
            await update(bundleID) { $0.complete(.essentialAssets, bytes: completed) }
        }
    }

    /// Gives the executable its bit, makes the version the one that is launched, and retires older ones.
    private func makeLaunchable(_ bundleID: String, bundle: AppBundle) async throws(ServiceError) {
        guard let record = running[bundleID]?.record, let versionID = record.versionID else { return }
        do {
            if !record.adopted { try BundlePermissions.makeExecutable(bundle.executablePath) }
            try await store.makeLaunchable(
                versionID: versionID, of: bundleID, name: bundle.information.name)
        } catch { throw ServiceError(cause: error) }
        do throws(AssetStoreError) {
            for old in try await store.versions(of: bundleID) where old.id != versionID { await retired.retire(old) }
        } catch { logger.warning("older versions of \(bundleID) stay for now: \(error)") }
        extensions.runs.supersede(bundleID)
        // A version that asks for none has not failed to get one.
        if !bundle.information.hasManagedAssetPacks, ContentRequests.source(of: bundle) == nil {
            await manifests.forgetFailure(of: bundleID)
        }
        logger.info("\(bundleID) \(bundle.information.version) (\(bundle.information.build)) can be launched")
        await endDesktopEntry(for: bundle)
        // Whoever looks at apps now and then has one more, which may be due at once.
        settings.changes.signal()
    }

    /// Takes back what an installation did that failed or was cancelled; an older version stays.
    func undo(_ bundleID: String) async {
        guard let record = running[bundleID]?.record else { return }
        // What is still told of its progress would write the entry again that goes here.
        running[bundleID]?.entry = nil
        await closeRecord(of: bundleID)
        if let staging = record.staging { await removeStaging(staging) }
        do throws(AssetStoreError) {
            let app = try await store.app(bundleID)
            if let app, app.currentVersionID == nil {
                // Also what was to come in the background, and before that can begin in place of what is essential.
                await downloads.cancelAll(of: bundleID)
                await files.cancelAll(of: bundleID)
                // In one step with the end of the installation, which a successor would take up again; files go after
                // their records.
                try await store.removeApp(
                    bundleID, groupRule: try await groups.ruleAfterCancellation(of: app),
                    answers: lastWords(on: bundleID, Self.final(.cancelled, bundleID, nil)).answers)
                do throws(ServiceError) { try await removal.finish(bundleID) } catch { logger.error("\(error)") }
                return
            }
            await cancelEssentialAssets(record.essentialIDs, of: bundleID, since: record.startedAt)
            guard app != nil else {
                await removeFolder(layout.app(bundleID))
                return removeDesktopEntry(of: bundleID)
            }
            // What can be launched by now stays, whatever has failed after that.
            guard let id = record.versionID, id != app?.currentVersionID, let version = try await store.version(id)
            else { return }
            try await store.removeVersion(id)
            if !version.adopted { await removeFolder((version.path as NSString).deletingLastPathComponent) }
        } catch { logger.error("the installation of \(bundleID) cannot be taken back: \(error)") }
    }

    /// - `ids`: of files, or of packs.
    /// - `begin`: when what wanted them began (seconds since 1970).
    private func cancelEssentialAssets(_ ids: [String], of bundleID: String, since begin: Double) async {
        for id in ids where await files.isQueued(id) {
            // What the app itself had queued before goes on as that.
            if await files.giveBack(id, queuedBefore: begin) { continue }
            do throws(ServiceError) { try await files.cancel(id, of: bundleID, isByApp: true) } catch {
                logger.debug("\(error)")
            }
        }
        for packID in ids {
            let key = PackKey(bundleID: bundleID, packID: packID)
            if await downloads.isQueued(key) {
                do throws(ServiceError) { try await downloads.cancel(key) } catch { logger.debug("\(error)") }
            }
        }
    }

    func note(_ bundleID: String, _ text: String) async {
        logger.warning("\(bundleID): \(text)")
        do throws(ServiceError) {
            try await record(bundleID) { $0.detail = $0.detail.map { $0 + "; " + text } ?? text }
        } catch { logger.error("\(error)") }
    }

    func removeFolder(_ path: String) async {
        let (parent, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in try Directory(opening: parent).removeTree(name) }
        } catch { logger.warning("\(path) cannot be removed: \(error)") }
    }
}
