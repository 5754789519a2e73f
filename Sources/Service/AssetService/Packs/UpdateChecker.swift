// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
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
    private let check: AppCheck
    private let manifests: ManifestService
    private let settings: SettingsService
    private let budgets: ExtensionBudgets
    private let conditions: BackgroundConditions
    /// All apps have been looked at.
    nonisolated let looked = ChangeSignal()
    private let clock: any WallClock
    private let logger: Logger
    /// -1 to 1.
    private let random: @Sendable () -> Double
    /// Whether a process of the app runs now: it is in use, however long ago it was started.
    private let isRunning: @Sendable (String) -> Bool
    private var lastUses: [String: Double] = [:]
    private var checkedBundles = CheckedBundles()
    /// Apps that are checked at once.
    private var hastened: Set<String> = []
    /// Apps of which an earlier run of the service has made the last check in vain, and that are checked once more now.
    private var retried: Set<String> = []
    private let hastening = ChangeSignal()
    /// When the next check is due; nil until all apps have been looked at.
    private var nextCheck: Double?

    init(
        store: AssetStore, check: AppCheck, manifests: ManifestService, settings: SettingsService,
        budgets: ExtensionBudgets,
        conditions: BackgroundConditions, clock: any WallClock,
        random: @escaping @Sendable () -> Double, isRunning: @escaping @Sendable (String) -> Bool, logger: Logger
    ) {
        self.store = store
        self.check = check
        self.manifests = manifests
        self.settings = settings
        self.budgets = budgets
        self.conditions = conditions
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
        await budgets.noteUse(of: bundleID)
        do throws(AssetStoreError) {
            let before = try await store.check(of: bundleID)
            try await store.updateCheck(of: bundleID) { $0.lastUsedAt = now }
            // An app that is used again is not left for a week.
            if before.map({ $0.lastUsedAt < $0.lastCheckedAt }) ?? true { settings.changes.signal() }
        } catch { logger.warning("the use of \(bundleID) cannot be recorded: \(error)") }
    }

    /// Takes up what earlier runs of the service have met: since then nobody has looked whether what stood in the way is gone.
    func restore() async { retried = await obstructedChecks() }

    /// Checks each app when its time has come, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // From before the look at the apps, so that no change falls in between.
            let changes = ChangeSignal.changes(of: [settings.changes, conditions.changes, manifests.failed, hastening])
            // No app that is installed meanwhile can be due before this.
            var next = clock.now + Double(await settings.integer(.checkInterval)) * (1 - CheckSchedule.jitter)
            let known = await knownChecks()
            for app in await checkedApps() {
                if Task.isCancelled { return }
                if let due = known[app.bundleID], due > clock.now {
                    next = min(next, due)
                } else {
                    next = min(next, await checkIfDue(app))
                }
            }
            nextCheck = next
            // Whether the service may end goes by it.
            looked.signal()
            await clock.sleep(until: next, orFirstOf: changes)
        }
    }

    /// Checks at once those apps of which the manifest, or a pack, could not be had for an obstacle that is gone, each time it
    /// goes, until the task is cancelled.
    func hasten(after obstacle: DownloadObstacle, each changes: AsyncStream<Void>) async {
        for await _ in changes {
            hastened.formUnion(await manifests.failures.filter { $0.value.obstacle == obstacle }.keys)
            hastened.formUnion(await check.appsLackingPacks(after: obstacle))
            if !hastened.isEmpty { hastening.signal() }
        }
    }

    /// When it is looked for newer assets of an app next, in seconds since 1970; nil when that is not known, or waits for
    /// what keeps the app from doing anything in the background.
    func nextCheck(of bundleID: String) async -> Double? {
        guard await conditions.downloadHold(of: bundleID) == nil else { return nil }
        if retried.contains(bundleID) { return clock.now }
        do throws(AssetStoreError) {
            guard let record = try await store.check(of: bundleID) else { return nil }
            let due = await due(record)
            // One that is late waits for something else.
            return due > clock.now ? due : nil
        } catch {
            logger.debug("the next check of \(bundleID) is not known: \(error)")
            return nil
        }
    }

    /// What keeps an app from being checked whose time has come, or from being asked for what its last check left out.
    func postponement(of bundleID: String) async -> DownloadHold? {
        do throws(AssetStoreError) {
            guard let record = try await store.check(of: bundleID) else { return nil }
            let due = await due(record)
            guard record.owesAssets || due <= clock.now else { return nil }
            return await conditions.downloadHold(of: bundleID)
        } catch {
            logger.debug("whether the check of \(bundleID) waits is not known: \(error)")
            return nil
        }
    }

    /// When the check that follows this record comes.
    private func due(_ record: StoredCheck) async -> Double {
        CheckSchedule.due(
            record, base: Double(await settings.integer(.checkInterval)),
            notBefore: await manifests.failures[record.bundleID]?.retryAt)
    }

    /// Apps of which the last check failed, but for those whose server has refused their manifest.
    private func obstructedChecks() async -> Set<String> {
        let refused = await manifests.failures.filter { $0.value.obstacle == nil }
        do throws(AssetStoreError) {
            return Set(try await store.checks().filter { $0.value.failures > 0 && refused[$0.key] == nil }.keys)
        } catch {
            logger.warning("which checks have failed is not known: \(error)")
            return []
        }
    }

    /// When each app is checked next that owes nothing, as far as that is on record: read at once, since it is asked for at
    /// every change.
    private func knownChecks() async -> [String: Double] {
        let base = Double(await settings.integer(.checkInterval))
        do throws(AssetStoreError) {
            // What is owed is looked at each time, and what is from a clock that ran ahead is to be put right.
            let (now, failures) = (clock.now, await manifests.failures)
            let checks = try await store.checks()
                .filter { bundleID, check in
                    !check.owesAssets && !hastened.contains(bundleID) && !retried.contains(bundleID)
                        && CheckSchedule.following(check, now: now) == nil
                        && failures[bundleID].flatMap { CheckSchedule.failing(check, at: $0.at) } == nil
                }
            return Dictionary(
                uniqueKeysWithValues: checks.map { bundleID, check in
                    (bundleID, CheckSchedule.due(check, base: base, notBefore: failures[bundleID]?.retryAt))
                })
        } catch {
            logger.warning("when apps are checked next is not known: \(error)")
            return [:]
        }
    }

    /// Checks an app if its time has come, and answers when it comes next.
    private func checkIfDue(_ app: StoredApp) async -> Double {
        let bundleID = app.bundleID
        let base = Double(await settings.integer(.checkInterval))
        do throws(AssetStoreError) {
            guard var record = try await store.check(of: bundleID) else {
                // Its installation looked at the packs.
                let first = StoredCheck(
                    bundleID: bundleID, lastUsedAt: lastUses[bundleID] ?? app.addedAt, lastCheckedAt: app.addedAt,
                    jitter: random())
                try await store.save(first)
                return await due(first)
            }
            if let followed = CheckSchedule.following(record, now: clock.now) {
                record = try await store.replace(record, by: followed)
            }
            let isRetried = retried.remove(bundleID) != nil
            let failure = await manifests.failures[bundleID]
            // Haste waits for the time that its server has named, or an installation.
            let isDelayed = failure?.retryAt.map { $0 > clock.now } ?? false
            if !isDelayed, hastened.remove(bundleID) != nil {
                record = try await store.replace(record, by: CheckSchedule.hastened(record, now: clock.now))
            } else if isRetried {
                record = try await store.replace(
                    record, by: CheckSchedule.retried(record, base: base, now: clock.now))
            } else if let failure, let failing = CheckSchedule.failing(record, at: failure.at) {
                record = try await store.replace(record, by: failing)
            }
            let holding = await conditions.conditions(of: bundleID)
            let refusal = await check.extensions.refusal(of: bundleID)
            let step = CheckStep(
                record, base: base, notBefore: failure?.retryAt, holding: holding,
                refusedUntil: refusal.map { $0.until ?? .infinity }, now: clock.now)
            if case .wait(let until) = step { return until }
            let isReached = await take(step, of: bundleID)
            let checked = step.record(
                record, isReached: isReached, isRefused: refusal != nil, now: clock.now, jitter: random())
            // What an installation that has ended meanwhile owes it owes after this check, too.
            return await due(try await store.replace(record, by: checked))
        } catch {
            logger.error("the check of \(bundleID) cannot be recorded: \(error)")
            return clock.now + base
        }
    }

    /// - Returns: whether all servers that were asked have answered.
    private func take(_ step: CheckStep, of bundleID: String) async -> Bool {
        switch step {
        case .wait: return true
        case .makeUp: return await check.lookForAssets(of: bundleID)
        case .check(let includesAssets):
            if isRunning(bundleID) { await recordUse(of: bundleID) }
            // First those of the version that is there: a new one asks for its own.
            let areAssetsReached = includesAssets ? await check.lookForAssets(of: bundleID) : true
            let isAppReached = await check.lookForApp(bundleID)
            return areAssetsReached && isAppReached
        }
    }

    /// Those that can be launched and have assets, or came from a server.
    private func checkedApps() async -> [StoredApp] {
        let (apps, versions): ([StoredApp], [Int64: StoredAppVersion])
        do throws(AssetStoreError) {
            (apps, versions) = (try await store.apps(), try await store.currentVersions())
        } catch {
            logger.warning("apps cannot be listed for the check: \(error)")
            return []
        }
        checkedBundles.keep(only: versions)
        return apps.filter { app in
            guard let version = app.currentVersionID.flatMap({ versions[$0] }) else { return false }
            if version.source != nil { return true }
            do throws(ServiceError) { return try checkedBundles.haveAssets(version) } catch {
                logger.warning("\(app.bundleID) is not checked: \(error)")
                return false
            }
        }
    }
}
