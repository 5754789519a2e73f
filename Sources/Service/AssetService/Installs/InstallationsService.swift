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
    let store: AssetStore
    let layout: StoreLayout
    let catalog: AppCatalog
    let manifests: ManifestService
    let downloads: DownloadsService
    let files: FilesService
    let fileEvents: FileEventsService
    let content: ContentRequests
    let local: LocalPacksService
    let extensions: ExtensionsService
    let desktop: DesktopEntries
    let groups: AppGroups
    let removal: AppRemoval
    let retired: RetiredVersions
    let network: NetworkService
    let space: SpaceService
    let settings: SettingsService
    /// There is a network again.
    let reconnections: ChangeSignal
    /// The person's languages as the service knows them, for apps that have not told yet.
    let systemLanguages: [String]
    let clock: any WallClock
    let logger: Logger
    var running: [String: Running] = [:]
    /// The apps that installations from archives under way turned out to be, by their provisional names.
    var aliases: [String: String] = [:]
    /// Bytes of essential packs that are expected of an app that names no allowance.
    private static let essentialGuess: Int64 = 50_000_000
    /// Bytes of an archive whose size is not known yet.
    private static let archiveGuess: Int64 = 100_000_000
    /// The entity tags of archives that held no update for the app that came from there, whatever else they hold.
    var refusedTags: [String: String] = [:]
    /// What persons were asked under an earlier run of the service, by the calls that had them asked.
    var questions: [String: Question] = [:]
    /// The last record of each installation that is being written.
    var saves: [String: Task<Result<Void, AssetStoreError>, Never>] = [:]
    /// The last word on installations that have ended, for watchers that have not seen it yet.
    var results: [String: InstallationResult] = [:]
    let changes = ChangeSignal()
    private(set) var isStopping = false
    /// Whether the service lets go of its clients.
    private(set) var isEnding = false

    init(
        store: AssetStore, layout: StoreLayout, catalog: AppCatalog, manifests: ManifestService,
        downloads: DownloadsService, files: FilesService, fileEvents: FileEventsService, content: ContentRequests,
        local: LocalPacksService, extensions: ExtensionsService, desktop: DesktopEntries,
        groups: AppGroups, removal: AppRemoval, retired: RetiredVersions, network: NetworkService,
        space: SpaceService, settings: SettingsService, reconnections: ChangeSignal, systemLanguages: [String],
        clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.catalog = catalog
        self.manifests = manifests
        self.downloads = downloads
        self.files = files
        self.fileEvents = fileEvents
        self.content = content
        self.local = local
        self.extensions = extensions
        self.desktop = desktop
        self.groups = groups
        self.removal = removal
        self.retired = retired
        self.network = network
        self.space = space
        self.settings = settings
        self.reconnections = reconnections
        self.systemLanguages = systemLanguages
        self.clock = clock
        self.logger = logger
    }

    /// A wait for consent that began under an earlier run of the service.
    struct Question {
        /// Seconds since 1970, as what follows.
        let since: Double
        /// When a person has paused it besides.
        let pausedAt: Double?
    }

    var isIdle: Bool { running.isEmpty }
    /// Whether any goes on at the moment: none that is paused, or waits for something, does.
    var isWorking: Bool {
        running.values.contains { $0.record.pausedAt == nil && $0.waiting == nil && $0.request == nil }
    }

    /// The installations under way, by name: where their apps come from, and what these are called once that is known.
    var origins: [String: (origin: String, appName: String?)] {
        running.mapValues { ($0.record.origin, $0.information?.name) }
    }

    /// - `asker`: the call that it counts on for consent.
    func start(_ record: StoredInstallation, source: AppSource, isNew: Bool, asker: UUID? = nil) {
        var information: AppInformation?
        if case .folder(let bundle) = source { information = bundle.information }
        let allowance = information.map(Self.essentialAllowance) ?? Self.essentialGuess
        let estimate = ProgressEstimate(
            appBytes: source.isRemote ? Self.archiveGuess : 0, installBytes: 1, essentialEstimate: allowance,
            fraction: record.fraction)
        running[record.bundleID] = Running(
            record: record, estimate: estimate, shownFraction: record.fraction,
            phase: source.isRemote ? .downloadingApp : .installing,
            task: Task { await run(record.bundleID, source: source, recording: isNew ? record : nil) },
            information: information, archive: ArchiveIdentity(source),
            askers: asker.map { [$0] } ?? [], isRestored: !isNew)
        changes.signal()
    }

    /// The service ends: callers do not leave, but come back to the next one.
    func noteEnding() { isEnding = true }

    /// Suspends all installations; they go on at the next start.
    func stop() async {
        isStopping = true
        let tasks = running.values.compactMap(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Bytes of essential packs that are expected of an app.
    static func essentialAllowance(_ information: AppInformation) -> Int64 {
        guard information.hasManagedAssetPacks || information.manifestURL != nil else { return 0 }
        return information.restrictions?.essentialDownloadAllowance ?? essentialGuess
    }

    /// - `key`: what the installation goes by at its beginning.
    /// - `record`: what is to be recorded before anything else, when it is new.
    private func run(_ key: String, source: AppSource, recording record: StoredInstallation?) async {
        do throws(ServiceError) {
            if let record { try await save(record) }
            let bundle: AppBundle?
            switch source {
            case .folder(let folder): bundle = folder
            case .archive, .remote: bundle = try await fetchBundle(key, from: source)
            }
            if let bundle { try await performSteps(canonical(key), bundle: bundle) }
            await end(canonical(key), .finished, running[canonical(key)]?.record.detail)
        } catch {
            if isStopping { return }
            let cancelled = Task.isCancelled
            let bundleID = canonical(key)
            let isRestored = error.code == .consentRequired && running[bundleID]?.isRestored == true
            if isRestored || running[bundleID]?.isAbandoned == true {
                return await Task { await drop(bundleID) }.value
            }
            // What is undone must be undone whole, though this task is cancelled.
            await Task { await undo(bundleID) }.value
            if !cancelled { logger.error("the installation of \(ProvisionalName.shown(bundleID)) failed: \(error)") }
            await end(
                bundleID, cancelled ? .cancelled : .failed, cancelled ? nil : error.message,
                errorCode: cancelled ? nil : error.code)
        }
    }

    private func end(
        _ bundleID: String, _ phase: InstallationProgress.Phase, _ detail: String?, errorCode: ServiceError.Code? = nil
    ) async {
        guard let installation = running[bundleID] else { return }
        var progress = Self.final(phase, bundleID, detail)
        progress.errorCode = errorCode?.rawValue
        for step in ProgressEstimate.Step.allCases {
            guard let bytes = installation.estimate.bytes(of: step) else { continue }
            progress.completedBytes &+= bytes.completed
            progress.totalBytes &+= bytes.total
        }
        if phase == .finished { progress.team = await team(of: bundleID) }
        if phase != .finished { progress.fraction = installation.shownFraction }
        await closeRecord(of: bundleID)
        let (answers, failures) = lastWords(on: bundleID, progress)
        do throws(AssetStoreError) {
            try await store.removeInstallation(of: bundleID, answers: answers, failures: failures)
        } catch {
            logger.error("the end of the installation of \(bundleID) cannot be recorded: \(error)")
        }
        await files.forgetFailures(of: installation.record.essentialIDs)
        await fileEvents.release(bundleID)
        // In one step, so that no watcher finds neither the installation nor its end.
        running[bundleID] = nil
        let result = InstallationResult(callID: installation.record.callID, progress: progress, time: clock.now)
        results[bundleID] = result
        // Whoever watches it by its first name hears of the end by that.
        for (name, id) in aliases where id == bundleID {
            results[name] = result
            aliases[name] = nil
        }
        changes.signal()
    }

    func setPhase(_ phase: InstallationProgress.Phase, of bundleID: String) {
        running[bundleID]?.phase = phase
        running[bundleID]?.contentPausedAt = nil
        changes.signal()
    }
}
