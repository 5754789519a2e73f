// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ExtensionHost
internal import Logging
internal import ServiceInterface

/// Looks for newer packs of every app, and for newer apps where these came from, now and then: often for apps in use,
/// seldom for others.
actor UpdateChecker {
    /// Seconds between two records of an app's use.
    private static let useResolution: Double = 60
    /// Seconds for which it is not worth while to end the service and start it again.
    private static let soon: Double = 900
    private let store: AssetStore
    private let catalog: AppCatalog
    private let packs: PacksService
    private let installations: InstallationsService
    private let extensions: ExtensionsService
    private let settings: SettingsService
    /// All apps have been looked at.
    nonisolated let looked = ChangeSignal()
    private let clock: any WallClock
    private let logger: Logger
    /// -1 to 1.
    private let random: @Sendable () -> Double
    /// Whether a process of the app runs now: it is in use, however long ago it was started.
    private let isRunning: @Sendable (String) -> Bool
    private var lastUses: [String: Double] = [:]
    /// When the next check is due; nil until all apps have been looked at.
    private var nextCheck: Double?

    init(
        store: AssetStore, catalog: AppCatalog, packs: PacksService, installations: InstallationsService,
        extensions: ExtensionsService, settings: SettingsService, clock: any WallClock,
        random: @escaping @Sendable () -> Double,
        isRunning: @escaping @Sendable (String) -> Bool, logger: Logger
    ) {
        self.store = store
        self.catalog = catalog
        self.packs = packs
        self.installations = installations
        self.extensions = extensions
        self.settings = settings
        self.clock = clock
        self.random = random
        self.isRunning = isRunning
        self.logger = logger
    }

    /// Whether the service may end: no app is to be checked, or a timer starts it again for the checks, of which
    /// none is due soon.
    func canLeave(isWokenByTimer: Bool) async -> Bool {
        if await checkedApps().isEmpty { return true }
        guard isWokenByTimer, let nextCheck else { return false }
        return nextCheck > clock.now + Self.soon
    }

    /// A process of the app runs.
    func recordUse(of bundleID: String) async {
        let now = clock.now
        if let last = lastUses[bundleID], now - last < Self.useResolution, now >= last { return }
        lastUses[bundleID] = now
        do throws(AssetStoreError) {
            guard var check = try await store.check(of: bundleID) else { return settings.changes.signal() }
            let wasInUse = check.lastUsedAt >= check.lastCheckedAt
            check.lastUsedAt = now
            try await store.save(check)
            // An app that is used again is not left for a week.
            if !wasInUse { settings.changes.signal() }
        } catch { logger.warning("the use of \(bundleID) cannot be recorded: \(error)") }
    }

    /// Checks each app when its time has come, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // From before the look at the apps, so that no change falls in between.
            let changes = settings.changes.changes(beginningWithOne: false)
            // No app that is installed meanwhile can be due before this.
            var next = clock.now + Double(await settings.integer(.checkInterval)) * (1 - CheckSchedule.jitter)
            for app in await checkedApps() {
                if Task.isCancelled { return }
                next = min(next, await checkIfDue(app))
            }
            nextCheck = next
            // Whether the service may end goes by it.
            looked.signal()
            await clock.sleep(until: next, orFirstOf: changes)
        }
    }

    /// Looks for newer packs of an app at once, and updates all that are outdated.
    ///
    /// - `byApp`: whether the app itself asks. It hears of what is removed by the answer, and asks for updates of what it
    ///   has, not for what its installation owes; anybody else is told when that cannot be had.
    /// - Throws: `manifestUnavailable` and the like.
    func checkNow(
        _ bundleID: String, byApp: Bool
    ) async throws(ServiceError) -> PacksInterface.CheckForUpdates.Reply {
        let late = try await installations.makeUp(for: bundleID)
        var reply = try await packs.checkForUpdates(of: bundleID, tellingRemovals: !byApp)
        if !byApp { reply.problem = late.failure?.message }
        reply.updatingIDs = Set(reply.updatingIDs).union(late.queuedIDs).sorted()
        return reply
    }

    /// When the packs of an app are checked next, in seconds since 1970; nil when that is not known.
    func nextCheck(of bundleID: String) async -> Double? {
        let base = Double(await settings.integer(.checkInterval))
        do throws(AssetStoreError) {
            return try await store.check(of: bundleID).map { CheckSchedule.due($0, base: base) }
        } catch {
            logger.debug("the next check of \(bundleID) is not known: \(error)")
            return nil
        }
    }

    /// Checks an app if its time has come, and answers when it comes next.
    private func checkIfDue(_ app: StoredApp) async -> Double {
        let bundleID = app.bundleID
        let base = Double(await settings.integer(.checkInterval))
        do throws(AssetStoreError) {
            guard var check = try await store.check(of: bundleID) else {
                // Its installation looked at the packs.
                let first = StoredCheck(
                    bundleID: bundleID, lastUsedAt: lastUses[bundleID] ?? app.addedAt, lastCheckedAt: app.addedAt,
                    jitter: random())
                try await store.save(first)
                return CheckSchedule.due(first, base: base)
            }
            let due = CheckSchedule.due(check, base: base)
            guard due <= clock.now else { return due }
            if isRunning(bundleID) { await recordUse(of: bundleID) }
            let isReached = await self.check(bundleID)
            // The app may have been used meanwhile.
            check.lastUsedAt = try await store.check(of: bundleID)?.lastUsedAt ?? check.lastUsedAt
            check.lastCheckedAt = clock.now
            check.jitter = random()
            check.failures = isReached ? 0 : check.failures &+ 1
            try await store.save(check)
            return CheckSchedule.due(check, base: base)
        } catch {
            logger.error("the check of \(bundleID) cannot be recorded: \(error)")
            return clock.now + base
        }
    }

    /// Whether the servers answered, or nothing was asked of them.
    private func check(_ bundleID: String) async -> Bool {
        // First those of the version that is there: a new one asks for its own.
        let arePacksReached = await checkPacks(bundleID)
        let isAppReached = await checkApp(bundleID)
        return arePacksReached && isAppReached
    }

    private func checkApp(_ bundleID: String) async -> Bool {
        guard await settings.isOn(.automaticUpdates) else { return true }
        do throws(ServiceError) {
            if try await installations.beginUpdate(of: bundleID, isAutomatic: true) != nil {
                logger.info("checked \(bundleID): updating it")
            }
            return true
        } catch {
            logger.notice("whether there is a newer \(bundleID) is not known: \(error)")
            return error.code != .downloadFailed
        }
    }

    private func checkPacks(_ bundleID: String) async -> Bool {
        do throws(ServiceError) {
            guard try await catalog.information(of: bundleID).hasManagedAssetPacks else { return true }
            // What an installation calls for is no update.
            _ = try await installations.makeUp(for: bundleID)
            guard await settings.isOn(.automaticUpdates) else { return true }
            let reply = try await packs.checkForUpdates(of: bundleID, tellingRemovals: true) {
                [self] (outdated) async throws(ServiceError) in try await choose(outdated, of: bundleID)
            }
            logger.info(
                "checked \(bundleID): updating \(reply.updatingIDs.count) packs, removed \(reply.removedIDs.count)")
            return true
        } catch {
            logger.notice("the check of \(bundleID) failed and comes again: \(error)")
            return error.code != .manifestUnavailable
        }
    }

    /// The extension has its say about what is fetched without being asked for. One that fails is asked again at the next
    /// check; until then the app keeps the versions that it has.
    private func choose(
        _ outdated: [DownloadManifestEntry], of bundleID: String
    ) async throws(ServiceError) -> [DownloadManifestEntry] {
        let bundle = try await catalog.bundle(of: bundleID)
        do throws(ExtensionError) { return try await extensions.wanted(of: outdated, bundle: bundle) } catch {
            logger.warning("no packs of \(bundleID) are updated: \(error)")
            return []
        }
    }

    /// Those that can be launched and have asset packs, or came from a server.
    private func checkedApps() async -> [StoredApp] {
        let apps: [StoredApp]
        do throws(ServiceError) { apps = try await catalog.apps() } catch {
            logger.warning("apps cannot be listed for the check: \(error)")
            return []
        }
        var result: [StoredApp] = []
        for app in apps where app.currentVersionID != nil {
            do throws(ServiceError) {
                let version = try await catalog.version(of: app.bundleID)
                let information = try AppCatalog.bundle(at: version).information
                if version.source != nil || information.hasManagedAssetPacks { result.append(app) }
            } catch { logger.warning("\(app.bundleID) is not checked: \(error)") }
        }
        return result
    }
}
