// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ExtensionHost
internal import Logging
internal import ServiceInterface

// What an installation could not ask for, because its host or its extension did not answer, comes later: the app is
// launchable without it, and nobody should have to install it again for it.
extension InstallationsService {
    /// The packs that an installation event calls for, by policy and language, and that are not here as published.
    func candidates(
        of bundleID: String, event: InstallationEventType, manifest: DownloadManifest
    ) async throws(ServiceError) -> [DownloadManifestEntry] {
        let app = try await catalog.app(bundleID)
        let preferred = app.preferredLanguages.isEmpty ? systemLanguages : app.preferredLanguages
        let selection = LanguageSelection(
            preferred: app.resolvedLanguage.map { [$0] } ?? preferred, primary: manifest.primaryLanguage)
        var candidates: [DownloadManifestEntry] = []
        for entry in selection.entries(of: manifest) where entry.downloadPolicy.eventTypes.contains(event) {
            let key = PackKey(bundleID: bundleID, packID: entry.id)
            if try await local.localVersion(of: key) != entry.version { candidates.append(entry) }
        }
        return candidates
    }

    /// Whether an app lacks packs that its installation or a check called for; what that had to say about them is so still.
    func lacksPacks(_ bundleID: String) async -> Bool {
        do {
            let app = try await catalog.app(bundleID)
            if app.owedEvent != nil { return true }
            if !(try await store.owedPacks(of: bundleID)).isEmpty { return true }
            let bundle = try await catalog.bundle(of: bundleID)
            return bundle.information.hasManagedAssetPacks && bundle.managedProblem != nil
        } catch {
            logger.debug("whether \(bundleID) lacks packs is not known: \(error)")
            return true
        }
    }

    /// Remembers that the packs of an installation event are still to be asked for, and has that done soon.
    ///
    /// - `isHeld`: the extension might not run: it is asked when it may.
    func owe(_ event: InstallationEventType, to bundleID: String, isHeld: Bool = false) async {
        do throws(AssetStoreError) {
            // What a first installation brings is not made up for by an update.
            _ = try await store.update(bundleID) { app in
                if app.owedEvent != InstallationEventType.firstInstallation.rawValue { app.owedEvent = event.rawValue }
            }
            // Else as after a check that could not reach its server.
            try await store.save(
                StoredCheck(
                    bundleID: bundleID, lastUsedAt: clock.now, lastCheckedAt: clock.now, jitter: 0,
                    failures: isHeld ? 0 : 1, owesAssets: isHeld))
        } catch { logger.error("that assets of \(bundleID) are missing cannot be recorded: \(error)") }
    }

    /// Has the packs fetched in the background that the last installation of an app could not ask for.
    ///
    /// - `isAwaited`: whether somebody waits for the extension's answer.
    /// - Throws: `manifestUnavailable` and the like; `installationInProgress` where nobody waits. They stay owed then.
    func makeUp(for bundleID: String, isAwaited: Bool) async throws(ServiceError) -> LatePacks {
        let app = try await catalog.app(bundleID)
        guard let owed = app.owedEvent else { return LatePacks() }
        guard running[bundleID] == nil else {
            // Who asks sees the installation.
            guard !isAwaited else { return LatePacks() }
            throw ServiceError(
                .installationInProgress,
                "what an installation of \(bundleID) could not ask for waits for a check that comes when the one that is under way has ended",
                subject: bundleID)
        }
        // An app that manages its assets itself is asked by the check.
        guard ContentRequests.source(of: try await catalog.bundle(of: bundleID)) == nil else { return LatePacks() }
        guard let event = InstallationEventType(rawValue: owed) else { return LatePacks() }
        let late = try await queuePacks(of: event, bundleID: bundleID, isAwaited: isAwaited)
        guard late.failure == nil else { return late }
        do throws(AssetStoreError) { _ = try await store.update(bundleID) { $0.owedEvent = nil } } catch {
            throw ServiceError(store: error)
        }
        // What it said about their absence is no longer so.
        forgetResult(of: bundleID)
        logger.info("\(late.queuedIDs.count) packs of \(bundleID) come now that its installation could not ask for")
        return late
    }

    /// What an app that manages its assets itself was to be asked for by its installation, and was not.
    func owedRequest(of bundleID: String) async -> ContentRequest? {
        do throws(ServiceError) {
            switch try await catalog.app(bundleID).owedEvent.flatMap(InstallationEventType.init) {
            case .firstInstallation: return .install
            case .subsequentUpdate: return .update
            case nil: return nil
            }
        } catch {
            logger.debug("whether \(bundleID) was asked what to download is not known: \(error)")
            return nil
        }
    }

    /// An app that manages its assets itself has been asked, which makes up for what its installation could not do.
    func noteAsked(_ bundleID: String) async {
        do throws(AssetStoreError) {
            let before = try await store.update(bundleID) { $0.owedEvent = nil }
            // What it said about their absence is no longer so.
            if before?.owedEvent != nil { forgetResult(of: bundleID) }
        } catch { logger.warning("that \(bundleID) was asked what to download cannot be recorded: \(error)") }
    }

    /// An app that manages its assets itself could not be asked once more, and perhaps for another reason.
    func noteUnasked(_ bundleID: String, because reason: String) {
        results[bundleID] = results[bundleID]?.unasked(because: reason)
    }

    /// Has the packs fetched that an installation event calls for, in the background, and that are not here as published.
    ///
    /// - `isAwaited`: whether somebody waits for the extension's answer.
    /// - Throws: `manifestUnavailable` and the like.
    func queuePacks(
        of event: InstallationEventType, bundleID: String, isAwaited: Bool
    ) async throws(ServiceError) -> LatePacks {
        let bundle = try await catalog.bundle(of: bundleID)
        let current: ManifestService.Current
        do throws(ManifestError) { current = try await manifests.refresh(bundle.information, of: bundle) } catch {
            throw ServiceError(manifest: error, bundleID: bundleID)
        }
        var wanted = try await candidates(of: bundleID, event: event, manifest: current.manifest)
        do throws(ExtensionError) {
            wanted = try await extensions.wanted(of: wanted, bundle: bundle, isAwaited: isAwaited)
        } catch {
            logger.warning("packs of \(bundleID) are still to be asked for: \(error)")
            return LatePacks(
                failure: ServiceError(
                    .extensionFailed,
                    "packs of \(bundleID) are still missing, for its downloader extension cannot be asked for them: "
                        + "\(error)", subject: bundleID))
        }
        for entry in wanted {
            try await downloads.enqueue(
                entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .background)
        }
        return LatePacks(queuedIDs: wanted.map(\.id))
    }
}
