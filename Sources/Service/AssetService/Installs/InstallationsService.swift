// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface

/// Installations and updates of apps: started once, watched by any number of clients, paused, resumed and cancelled, and
/// taken up again after a restart of the service.
actor InstallationsService {
    struct Running {
        var record: StoredInstallation
        var estimate: ProgressEstimate
        var phase: InstallationProgress.Phase
        var task: Task<Void, Never>?
    }

    let store: AssetStore
    let layout: StoreLayout
    let catalog: AppCatalog
    let manifests: ManifestService
    let downloads: DownloadsService
    let local: LocalPacksService
    let extensions: ExtensionsService
    let desktop: DesktopEntries
    /// The person's languages as the service knows them, for apps that have not told yet.
    let systemLanguages: [String]
    let clock: any WallClock
    let logger: Logger
    var running: [String: Running] = [:]
    /// Bytes of essential packs that are expected of an app that names no allowance.
    private static let essentialGuess: Int64 = 50_000_000
    /// The last word on installations that have ended, for watchers that have not seen it yet.
    private var results: [String: (callID: String, progress: InstallationProgress)] = [:]
    private let changes = ChangeSignal()
    private var isStopping = false

    init(
        store: AssetStore, layout: StoreLayout, catalog: AppCatalog, manifests: ManifestService,
        downloads: DownloadsService, local: LocalPacksService, extensions: ExtensionsService, desktop: DesktopEntries,
        systemLanguages: [String], clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.catalog = catalog
        self.manifests = manifests
        self.downloads = downloads
        self.local = local
        self.extensions = extensions
        self.desktop = desktop
        self.systemLanguages = systemLanguages
        self.clock = clock
        self.logger = logger
    }

    // MARK: Calls

    /// Installs the bundle at `path`, or updates to it. With the call ID of an installation under way, or of the last
    /// one, nothing is started.
    ///
    /// - Returns: the bundle ID to watch.
    func install(
        _ bundle: AppBundle, source: String, adopted: Bool, allowDowngrade: Bool, callID: String
    ) async throws(ServiceError) -> String {
        let bundleID = bundle.information.bundleID
        if running[bundleID]?.record.callID == callID || results[bundleID]?.callID == callID { return bundleID }
        if running[bundleID] != nil {
            throw ServiceError(
                .installationInProgress, "an installation of \(bundleID) is under way: watch it, or cancel it first",
                subject: bundleID)
        }
        let event = try await admit(bundle, allowDowngrade: allowDowngrade)
        guard running[bundleID] == nil else {
            throw ServiceError(
                .installationInProgress, "an installation of \(bundleID) is under way", subject: bundleID)
        }
        results[bundleID] = nil
        guard let event else {
            let note = "\(bundle.information.version) (\(bundle.information.build)) is installed already"
            results[bundleID] = (callID, Self.final(.finished, bundleID, note))
            return bundleID
        }
        let record = StoredInstallation(
            bundleID: bundleID, callID: callID, source: source, adopted: adopted, event: event.rawValue,
            phase: InstallationProgress.Phase.installing.rawValue, paused: false, versionID: nil, fraction: 0,
            detail: nil, startedAt: clock.now)
        try await save(record)
        start(record, bundle: bundle)
        return bundleID
    }

    /// Sends the progress of an installation until it has ended.
    func watch(
        _ bundleID: String, send: @Sendable (InstallationProgress, _ isLast: Bool) async throws -> Void
    ) async throws {
        var last: InstallationProgress?
        for await _ in changes.changes() {
            guard let progress = progress(of: bundleID) else {
                throw ServiceError(
                    .installationNotFound, "no installation of \(bundleID) is under way", subject: bundleID)
            }
            if progress != last { try await send(progress, progress.isFinal) }
            if progress.isFinal { return }
            last = progress
        }
    }

    /// How far the installation of an app is, or how the last one ended; nil when there was none.
    func progress(of bundleID: String) -> InstallationProgress? {
        if let running = running[bundleID] {
            return InstallationProgress(
                bundleID: bundleID, phase: running.record.paused ? .paused : running.phase,
                fraction: running.estimate.fraction, completedBytes: running.estimate.completedBytes,
                totalBytes: running.estimate.totalBytes, detail: running.record.detail)
        }
        return results[bundleID]?.progress
    }

    var isIdle: Bool { running.isEmpty }

    func control(_ bundleID: String, _ action: AppsInterface.ControlInstallation.Action) async throws(ServiceError) {
        guard let installation = running[bundleID] else {
            throw ServiceError(.installationNotFound, "no installation of \(bundleID) is under way", subject: bundleID)
        }
        switch action {
        case .pause, .resume:
            let pauses = action == .pause
            guard installation.record.paused != pauses else { return }
            running[bundleID]?.record.paused = pauses
            if let record = running[bundleID]?.record { try await save(record) }
            for packID in installation.record.essentialIDs {
                let key = PackKey(bundleID: bundleID, packID: packID)
                guard await downloads.isQueued(key) else { continue }
                if pauses { try await downloads.pause(key) } else { try await downloads.resume(key) }
            }
            changes.signal()
        case .cancel:
            installation.task?.cancel()
            await installation.task?.value
        }
    }

    /// Takes up what an earlier run of the service left.
    func restore() async throws(AssetStoreError) {
        for record in try await store.installations() {
            do {
                let bundle: AppBundle
                if let id = record.versionID, let version = try await store.version(id) {
                    bundle = try AppBundle(path: version.path, requireExecutableBit: false)
                } else {
                    bundle = try AppBundle(path: record.source)
                }
                start(record, bundle: bundle)
            } catch {
                logger.error("the installation of \(record.bundleID) cannot go on: \(error)")
                try await store.removeInstallation(of: record.bundleID)
            }
        }
    }

    /// Suspends all installations; they go on at the next start.
    func stop() async {
        isStopping = true
        let tasks = running.values.compactMap(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    // MARK: Running

    private func start(_ record: StoredInstallation, bundle: AppBundle) {
        let allowance =
            bundle.information.hasManagedAssetPacks
            ? bundle.information.restrictions?.essentialDownloadAllowance ?? Self.essentialGuess : 0
        let estimate = ProgressEstimate(
            appBytes: 0, installBytes: 1, essentialEstimate: allowance, fraction: record.fraction)
        running[record.bundleID] = Running(
            record: record, estimate: estimate, phase: .installing,
            task: Task { await run(record.bundleID, bundle: bundle) })
        changes.signal()
    }

    private func run(_ bundleID: String, bundle: AppBundle) async {
        do throws(ServiceError) {
            try await performSteps(bundleID, bundle: bundle)
            await end(bundleID, .finished, running[bundleID]?.record.detail)
        } catch {
            if isStopping { return }
            let cancelled = Task.isCancelled
            // What is undone must be undone whole, though this task is cancelled.
            await Task { await undo(bundleID) }.value
            if !cancelled { logger.error("the installation of \(bundleID) failed: \(error)") }
            await end(bundleID, cancelled ? .cancelled : .failed, cancelled ? nil : error.message)
        }
    }

    private func end(_ bundleID: String, _ phase: InstallationProgress.Phase, _ detail: String?) async {
        guard let installation = running[bundleID] else { return }
        do throws(AssetStoreError) { try await store.removeInstallation(of: bundleID) } catch {
            logger.error("the end of the installation of \(bundleID) cannot be recorded: \(error)")
        }
        var progress = Self.final(phase, bundleID, detail)
        progress.completedBytes = installation.estimate.completedBytes
        progress.totalBytes = installation.estimate.totalBytes
        if phase != .finished { progress.fraction = installation.estimate.fraction }
        // In one step, so that no watcher finds neither the installation nor its end.
        running[bundleID] = nil
        results[bundleID] = (installation.record.callID, progress)
        changes.signal()
    }

    private static func final(
        _ phase: InstallationProgress.Phase, _ bundleID: String, _ detail: String?
    ) -> InstallationProgress {
        InstallationProgress(
            bundleID: bundleID, phase: phase, fraction: 1, completedBytes: 0, totalBytes: 0, detail: detail)
    }

    // MARK: For the steps

    func setPhase(_ phase: InstallationProgress.Phase, of bundleID: String) {
        running[bundleID]?.phase = phase
        changes.signal()
    }

    /// Changes the estimate; the fraction is recorded when it has moved by a hundredth.
    func update(_ bundleID: String, _ body: (inout ProgressEstimate) -> Void) async {
        guard var installation = running[bundleID] else { return }
        body(&installation.estimate)
        running[bundleID]?.estimate = installation.estimate
        changes.signal()
        if installation.estimate.fraction - installation.record.fraction >= 0.01 {
            running[bundleID]?.record.fraction = installation.estimate.fraction
            if let record = running[bundleID]?.record {
                do throws(ServiceError) { try await save(record) } catch { logger.error("\(error)") }
            }
        }
    }

    /// Changes the record, in memory and on disk.
    func record(_ bundleID: String, _ body: (inout StoredInstallation) -> Void) async throws(ServiceError) {
        guard var record = running[bundleID]?.record else { return }
        body(&record)
        running[bundleID]?.record = record
        try await save(record)
        changes.signal()
    }

    private func save(_ record: StoredInstallation) async throws(ServiceError) {
        do throws(AssetStoreError) { try await store.save(record) } catch { throw ServiceError(store: error) }
    }
}
