// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface

// An installation survives the service: what an earlier run left is taken up, and what this one leaves is on record.
extension InstallationsService {
    /// Takes up what an earlier run of the service left.
    func restore() async throws(AssetStoreError) {
        removeUnfinishedDesktopEntries()
        let records = try await store.installations()
        for record in records {
            // A kill may have left a record under the name from before it was known which app it is.
            if !record.identified, records.contains(where: { $0.identified && $0.staging == record.staging }) {
                try await store.removeInstallation(of: record.bundleID)
                continue
            }
            if record.phase == InstallationProgress.Phase.awaitingConsent.rawValue {
                // Nobody has agreed; a caller that is still there calls again.
                questions[record.callID] = record.askedAt.map {
                    Question(since: min($0, clock.now), pausedAt: record.pausedAt)
                }
                if let staging = record.staging { await removeStaging(staging) }
                try await store.removeInstallation(of: record.bundleID)
                continue
            }
            do {
                let source: AppSource
                if let id = record.versionID, let version = try await store.version(id) {
                    source = .folder(try AppBundle(path: version.path, requireExecutableBit: false))
                } else {
                    source = try AppSources().source(at: record.source)
                }
                start(record, source: source, isNew: false)
                // It goes on to be known by the name of its archive.
                let name = ProvisionalName.make(source.provisionalName)
                if record.identified, record.staging != nil, running[name] == nil, aliases[name] == nil {
                    aliases[name] = record.bundleID
                }
            } catch {
                logger.error("the installation of \(record.bundleID) cannot go on: \(error)")
                if let staging = record.staging { await removeStaging(staging) }
                if let app = try await store.app(record.bundleID), app.currentVersionID == nil {
                    // Without this installation there is nothing of the app.
                    try await store.removeApp(
                        app.bundleID, groupRule: try await groups.ruleAfterCancellation(of: app))
                    do throws(ServiceError) { try await removal.finish(app.bundleID) } catch {
                        logger.error("\(error)")
                    }
                } else {
                    if try await store.app(record.bundleID) == nil { removeDesktopEntry(of: record.bundleID) }
                    try await store.removeInstallation(of: record.bundleID)
                }
            }
        }
        // Of those that do not go on nothing keeps back what has come of files.
        for record in records where running[record.bundleID] == nil { await fileEvents.release(record.bundleID) }
        try await restoreFailures()
    }

    /// Has nothing more be recorded of an installation that ends: a record that came late would outlast it.
    func closeRecord(of bundleID: String) async {
        running[bundleID]?.isOver = true
        while let save = saves[bundleID] {
            _ = await save.value
            if saves[bundleID] == save { saves[bundleID] = nil }
        }
    }

    /// Changes the estimate; when the fraction has moved by a hundredth it is recorded before it is shown: it does not go
    /// back when the service is killed, unless it could not be recorded.
    func update(_ bundleID: String, _ body: (inout ProgressEstimate) -> Void) async {
        guard var installation = running[bundleID] else { return }
        body(&installation.estimate)
        running[bundleID]?.estimate = installation.estimate
        let fraction = installation.estimate.fraction
        if fraction - installation.record.fraction >= 0.01 {
            running[bundleID]?.record.fraction = fraction
            // Of what is on record still: a record that came late would outlast its installation.
            do throws(AssetStoreError) { try await store.note(fraction: fraction, ofInstallation: bundleID) } catch {
                logger.error("the progress of \(bundleID) cannot be recorded: \(error)")
            }
            let id = canonical(bundleID)
            if let shown = running[id]?.shownFraction { running[id]?.shownFraction = max(shown, fraction) }
        }
        changes.signal()
        followInDesktop(canonical(bundleID))
    }

    /// Takes note of a pause of something essential, which is none of the installation as such; and of something essential that
    /// goes on, by a person or because the app itself wants it, while the whole installation is paused: only the rest is then.
    ///
    /// - `areAllPaused`: whether all of it that has not come is paused.
    /// - `pause`: that of the whole as it was before this was looked at: what is only being paused does not go on.
    func followPauses(of bundleID: String, areAllPaused: Bool, since pause: PauseState?) async {
        let pausedAt = areAllPaused ? await downloads.queue.installationPause(of: bundleID) : nil
        guard let installation = running[bundleID], installation.phase == .downloadingAssets else { return }
        running[bundleID]?.contentPausedAt = pausedAt
        guard !areAllPaused, installation.pause.isComplete, installation.pause == pause,
            installation.record.pausedAt != nil
        else { return }
        do throws(ServiceError) {
            try await record(bundleID) { $0.pausedAt = nil }
            followInDesktop(bundleID)
        } catch { logger.warning("that the installation of \(bundleID) goes on cannot be recorded: \(error)") }
    }

    /// Changes the record, in memory and on disk.
    func record(_ bundleID: String, _ body: (inout StoredInstallation) -> Void) async throws(ServiceError) {
        guard var record = running[bundleID]?.record else { return }
        body(&record)
        running[bundleID]?.record = record
        try await save(record)
        changes.signal()
    }

    /// In the order in which it was asked for: two that are under way at the same time may reach the store in either order, and what
    /// was recorded first would stay.
    func save(_ record: StoredInstallation) async throws(ServiceError) {
        guard running[record.bundleID]?.isOver != true else { return }
        let (id, before, store) = (record.bundleID, saves[record.bundleID], store)
        let save = Task { () async -> Result<Void, AssetStoreError> in
            _ = await before?.value
            do throws(AssetStoreError) { return .success(try await store.save(record)) } catch {
                return .failure(error)
            }
        }
        saves[id] = save
        let result = await save.value
        if saves[id] == save { saves[id] = nil }
        do throws(AssetStoreError) { try result.get() } catch { throw ServiceError(store: error) }
    }
}
