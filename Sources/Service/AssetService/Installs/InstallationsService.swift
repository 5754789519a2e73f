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
        /// Ends what is under way for the app itself, its transfer or its copying, as a pause does.
        var interrupt: (@Sendable () -> Void)?
        /// Why nothing goes on at the moment.
        var waiting: String?
        /// What its archive was found to hold.
        var verdict: FetchVerdict?
        /// What the calls that cancel it are answered.
        var cancellations: [StoredAnswer] = []
    }

    let store: AssetStore
    let layout: StoreLayout
    let catalog: AppCatalog
    let manifests: ManifestService
    let downloads: DownloadsService
    let local: LocalPacksService
    let extensions: ExtensionsService
    let desktop: DesktopEntries
    let removal: AppRemoval
    let retired: RetiredVersions
    let network: NetworkService
    let settings: SettingsService
    /// The person's languages as the service knows them, for apps that have not told yet.
    let systemLanguages: [String]
    let clock: any WallClock
    let logger: Logger
    var running: [String: Running] = [:]
    /// The apps that installations from archives turned out to be, by the names that they had before.
    var aliases: [String: String] = [:]
    /// Bytes of essential packs that are expected of an app that names no allowance.
    private static let essentialGuess: Int64 = 50_000_000
    /// Bytes of an archive whose size is not known yet.
    private static let archiveGuess: Int64 = 100_000_000
    /// The last word on installations that have ended, for watchers that have not seen it yet.
    private var results: [String: (callID: String, progress: InstallationProgress)] = [:]
    let changes = ChangeSignal()
    private(set) var isStopping = false

    init(
        store: AssetStore, layout: StoreLayout, catalog: AppCatalog, manifests: ManifestService,
        downloads: DownloadsService, local: LocalPacksService, extensions: ExtensionsService, desktop: DesktopEntries,
        removal: AppRemoval, retired: RetiredVersions, network: NetworkService, settings: SettingsService,
        systemLanguages: [String],
        clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.layout = layout
        self.catalog = catalog
        self.manifests = manifests
        self.downloads = downloads
        self.local = local
        self.extensions = extensions
        self.desktop = desktop
        self.removal = removal
        self.retired = retired
        self.network = network
        self.settings = settings
        self.systemLanguages = systemLanguages
        self.clock = clock
        self.logger = logger
    }

    // MARK: Calls

    /// Installs what `source` holds, or updates to it. With the call ID of an installation under way, or of the last
    /// one, nothing is started.
    ///
    /// - `adopted`: a bundle is used where it lies.
    /// - Returns: the bundle ID to watch; for an archive a name of its own, which goes on to mean the installation.
    func install(
        _ source: AppSource, origin: String, adopted: Bool, allowDowngrade: Bool, callID: String
    ) async throws(ServiceError) -> String {
        if let id = id(ofCall: callID) { return id }
        if let id = try await ended(callID) { return id }
        guard case .folder(let bundle) = source else {
            let record = StoredInstallation(
                bundleID: freeName(source.provisionalName), callID: callID, source: source.text, origin: origin,
                identified: false, allowDowngrade: allowDowngrade, staging: UUID().uuidString, adopted: false,
                event: InstallationEventType.firstInstallation.rawValue,
                phase: InstallationProgress.Phase.downloadingApp.rawValue, paused: false, versionID: nil, fraction: 0,
                detail: nil, startedAt: clock.now)
            results[record.bundleID] = nil
            start(record, source: source, isNew: true)
            return record.bundleID
        }
        let bundleID = bundle.information.bundleID
        if running[bundleID] != nil { throw Self.inProgress(bundleID) }
        let event = try await admit(bundle.information, origin: origin, allowDowngrade: allowDowngrade)
        guard running[bundleID] == nil else { throw Self.inProgress(bundleID) }
        results[bundleID] = nil
        guard let event else {
            if adopted, try await adoptAnew(bundle) {
                results[bundleID] = (callID, Self.final(.finished, bundleID, nil))
                return bundleID
            }
            let note = "\(bundle.information.version) (\(bundle.information.build)) is installed already"
            results[bundleID] = (callID, Self.final(.finished, bundleID, note))
            return bundleID
        }
        let record = StoredInstallation(
            bundleID: bundleID, callID: callID, source: source.text, origin: origin, allowDowngrade: allowDowngrade,
            adopted: adopted, event: event.rawValue, phase: InstallationProgress.Phase.installing.rawValue,
            paused: false, versionID: nil, fraction: 0, detail: nil, startedAt: clock.now)
        start(record, source: source, isNew: true)
        return bundleID
    }

    /// An installation that ended under an earlier run of the service, whose end the client of this call has not seen.
    private func ended(_ callID: String) async throws(ServiceError) -> String? {
        do {
            guard let reply = try await store.answer(to: Self.answerKey(callID)) else { return nil }
            let progress = try JSONDecoder().decode(InstallationProgress.self, from: reply)
            results[progress.bundleID] = (callID, progress)
            return progress.bundleID
        } catch { throw ServiceError(cause: error) }
    }

    private static func answerKey(_ callID: String) -> String { "installation|\(callID)" }

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

    private func id(ofCall callID: String) -> String? {
        running.first { $0.value.record.callID == callID }?.key ?? results.first { $0.value.callID == callID }?.key
    }

    /// A name that no installation goes by, or went by while it is still under way.
    private func freeName(_ name: String) -> String {
        for suffix in 1... {
            let candidate = suffix == 1 ? name : "\(name)-\(suffix)"
            if running[candidate] != nil { continue }
            if let bundleID = aliases[candidate], running[bundleID] != nil { continue }
            aliases[candidate] = nil
            return candidate
        }
        return name
    }

    /// The bundle ID of an installation that went by another name at first.
    func canonical(_ id: String) -> String { aliases[id] ?? id }

    func forgetResult(of bundleID: String) { results[bundleID] = nil }

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
    func progress(of id: String) -> InstallationProgress? {
        let bundleID = canonical(id)
        if let running = running[bundleID] {
            let step: ProgressEstimate.Step? =
                switch running.phase {
                case .downloadingApp: .appDownload
                case .installing: .installation
                case .fetchingManifest: .manifest
                case .downloadingAssets: .essentialAssets
                default: nil
                }
            let bytes = step.flatMap { running.estimate.bytes(of: $0) }
            return InstallationProgress(
                bundleID: bundleID, phase: running.record.paused ? .paused : running.phase,
                fraction: running.estimate.fraction, completedBytes: bytes?.completed ?? 0,
                totalBytes: bytes?.total ?? 0, detail: running.waiting ?? running.record.detail)
        }
        return results[bundleID]?.progress
    }

    var isIdle: Bool { running.isEmpty }

    /// The installations under way, by name: where their apps come from.
    var origins: [String: String] { running.mapValues(\.record.origin) }

    /// - `answer`: what is recorded together with the end of an installation that is cancelled.
    func control(
        _ id: String, _ action: AppsInterface.ControlInstallation.Action, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        let bundleID = canonical(id)
        guard let installation = running[bundleID] else {
            throw ServiceError(.installationNotFound, "no installation of \(bundleID) is under way", subject: bundleID)
        }
        switch action {
        case .pause, .resume:
            let pauses = action == .pause
            guard installation.record.paused != pauses else { return }
            running[bundleID]?.record.paused = pauses
            if pauses { running[bundleID]?.interrupt?() }
            if let record = running[bundleID]?.record { try await save(record) }
            for packID in installation.record.essentialIDs {
                let key = PackKey(bundleID: bundleID, packID: packID)
                guard await downloads.isQueued(key) else { continue }
                if pauses { try await downloads.pause(key) } else { try await downloads.resume(key) }
            }
            changes.signal()
        case .cancel:
            if let answer { running[bundleID]?.cancellations.append(answer) }
            installation.task?.cancel()
            await installation.task?.value
        }
    }

    /// Takes up what an earlier run of the service left.
    func restore() async throws(AssetStoreError) {
        let records = try await store.installations()
        for record in records {
            // A kill may have left a record under the name from before it was known which app it is.
            if !record.identified, records.contains(where: { $0.identified && $0.staging == record.staging }) {
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
            } catch {
                logger.error("the installation of \(record.bundleID) cannot go on: \(error)")
                if let staging = record.staging { await removeStaging(staging) }
                if let app = try await store.app(record.bundleID), app.currentVersionID == nil {
                    // Without this installation there is nothing of the app.
                    try await store.removeApp(
                        StoredRemoval(bundleID: app.bundleID, groupID: app.appGroupID, groupRule: .removeIfUnused))
                    do throws(ServiceError) { try await removal.finish(app.bundleID) } catch {
                        logger.error("\(error)")
                    }
                } else {
                    try await store.removeInstallation(of: record.bundleID)
                }
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

    private func start(_ record: StoredInstallation, source: AppSource, isNew: Bool) {
        let allowance: Int64
        switch source {
        case .folder(let bundle): allowance = Self.essentialAllowance(bundle.information)
        case .archive, .remote: allowance = Self.essentialGuess
        }
        let estimate = ProgressEstimate(
            appBytes: source.isRemote ? Self.archiveGuess : 0, installBytes: 1, essentialEstimate: allowance,
            fraction: record.fraction)
        running[record.bundleID] = Running(
            record: record, estimate: estimate, phase: .installing,
            task: Task { await run(record.bundleID, source: source, recording: isNew ? record : nil) })
        changes.signal()
    }

    /// Bytes of essential packs that are expected of an app.
    static func essentialAllowance(_ information: AppInformation) -> Int64 {
        guard information.hasManagedAssetPacks else { return 0 }
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
            // What is undone must be undone whole, though this task is cancelled.
            await Task { await undo(bundleID) }.value
            if !cancelled { logger.error("the installation of \(bundleID) failed: \(error)") }
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
        if phase != .finished { progress.fraction = installation.estimate.fraction }
        let answers = finalAnswers(of: bundleID, phase, progress: progress)
        do throws(AssetStoreError) { try await store.removeInstallation(of: bundleID, answers: answers) } catch {
            logger.error("the end of the installation of \(bundleID) cannot be recorded: \(error)")
        }
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
        // Under its first name an installation is recorded once: a record that came late would outlast it.
        if installation.record.identified, installation.estimate.fraction - installation.record.fraction >= 0.01 {
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
