// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DeviceConditions
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface

/// What keeps apps from doing anything in the background, by the state of the device and by a person's choice: it holds up their
/// downloads in the queue, and their extensions are not run.
actor BackgroundConditions {
    /// Seconds between two looks at the files that tell of the system's power.
    private static let pause: Double = 30
    private let store: AssetStore
    let settings: SettingsService
    let device: DeviceState
    let front: AppsInFront
    private let queue: TransferQueue
    private let clock: any WallClock
    private let logger: Logger
    private var holds = BackgroundHolds()
    /// What an earlier run of the service has left, by scope, until it is known what of that is so still.
    private var earlier: [String: StoredHold] = [:]
    private var wasOffline = false
    /// How many times the conditions were looked at, and which look counts now: two at a time may end in any order.
    private var (looks, lastLook) = (0, 0)
    /// What keeps an app from doing anything in the background is another thing now.
    nonisolated let changes = ChangeSignal()
    /// There is a network again.
    nonisolated let reconnections = ChangeSignal()

    init(
        store: AssetStore, settings: SettingsService, device: DeviceState, front: AppsInFront, queue: TransferQueue,
        clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.settings = settings
        self.device = device
        self.front = front
        self.queue = queue
        self.clock = clock
        self.logger = logger
    }

    /// Has the queue go by the conditions, as they change, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let changes = ChangeSignal.changes(of: [settings.changes, device.changes, front.changes])
            await refresh()
            // No file tells when it has changed. As long as nothing waits, nobody wants to know.
            let (setting, isEmpty) = (await settings.text(.lowPowerMode), await queue.isEmpty)
            let isWatched = setting == "auto" && !isEmpty && device.hasPowerFiles
            await clock.sleep(until: isWatched ? clock.now + Self.pause : .infinity, orFirstOf: changes)
        }
    }

    /// Takes up since when the conditions hold that an earlier run of the service has met.
    func restore() async throws(AssetStoreError) {
        earlier = Dictionary(uniqueKeysWithValues: try await store.holds().map { ($0.scope, $0) })
    }

    /// An app is gone, with what was set for it.
    func forget(_ bundleID: String) async {
        await settings.forget(bundleID)
        await refresh()
        // Nobody waits for it any more.
        changes.signal()
    }

    /// Has the queue go by the conditions as they are now.
    func refresh() async {
        looks += 1
        let look = looks
        let rules = await rules
        var conditions: [String: DownloadCondition] = [:]
        do throws(AssetStoreError) {
            for app in try await store.apps() { conditions[app.bundleID] = rules.own(of: app).first }
        } catch { return logger.error("what apps may do in the background is not known: \(error)") }
        // One that began later knows better.
        guard look > lastLook else { return }
        lastLook = look
        let now = clock.now
        func hold(_ condition: DownloadCondition, of scope: String, after before: DownloadHold?) -> DownloadHold {
            if let before, before.condition == condition { return before }
            let known = earlier[scope].flatMap { $0.condition == condition.description ? min($0.since, now) : nil }
            return DownloadHold(condition, since: known ?? now)
        }
        let before = holds
        holds.all = rules.ofAll.first.map { hold($0, of: Self.allApps, after: before.all) }
        holds.apps = Dictionary(
            uniqueKeysWithValues: conditions.map { ($0.key, hold($0.value, of: $0.key, after: before.apps[$0.key])) })
        let isKept = earlier.isEmpty && holds == before
        earlier = [:]
        await noteConnectivity()
        if !isKept { await keepHolds() }
        guard holds != before else { return }
        await queue.hold(holds)
        changes.signal()
    }

    /// The scope of what holds up all apps.
    private static let allApps = ""

    private func keepHolds() async {
        let all = holds.all.map { [Self.allApps: $0] } ?? [:]
        let stored = holds.apps.merging(all) { own, _ in own }.map { scope, hold in
            StoredHold(scope: scope, condition: hold.condition.description, since: hold.since)
        }
        do throws(AssetStoreError) { try await store.save(stored) } catch {
            logger.warning("since when nothing is done in the background is not kept: \(error)")
        }
    }

    /// What has failed for want of a network is tried at once when there is one again.
    private func noteConnectivity() async {
        let isOffline = device.report.connectivity == DeviceReport.Connectivity.none
        defer { wasOffline = isOffline }
        guard wasOffline, !isOffline else { return }
        await noteReconnection()
    }

    /// What has failed for want of a way to its server may find one now.
    func noteReconnection() async {
        reconnections.signal()
        await queue.retry(after: .connection)
    }

    // MARK: Single apps

    /// Why the extension of an app may not run now, and since when; nil when it may.
    func hold(of bundleID: String) async -> DownloadHold? {
        guard let condition = await condition(of: bundleID) else { return nil }
        return known(condition, of: bundleID)
    }

    /// Why nothing is downloaded for an app in the background now, and since when; nil when it is.
    func downloadHold(of bundleID: String) async -> DownloadHold? {
        guard let condition = await conditions(of: bundleID).first else { return nil }
        return known(condition, of: bundleID)
    }

    /// Why an app may do nothing in the background now; nil when it may.
    func condition(of bundleID: String) async -> DownloadCondition? {
        await conditions(of: bundleID).first(where: \.keepsExtensions)
    }

    private func known(_ condition: DownloadCondition, of bundleID: String) -> DownloadHold {
        [holds.all, holds.apps[bundleID]].compactMap { $0 }.first { $0.condition == condition }
            ?? DownloadHold(condition, since: clock.now)
    }

    /// All that keeps an app from doing anything in the background now.
    func conditions(of bundleID: String) async -> [DownloadCondition] {
        let rules = await rules
        do throws(AssetStoreError) {
            guard let app = try await store.app(bundleID) else { return rules.ofAll }
            return rules.ofAll + rules.own(of: app)
        } catch {
            logger.error("what \(bundleID) may do in the background is not known: \(error)")
            return rules.ofAll
        }
    }

    /// As they are now. Files of the device are read when they count only.
    var rules: BackgroundRules {
        get async {
            let (values, report) = (await settings.values, device.report)
            return BackgroundRules(
                settings: values, powerSaver: values.text(.lowPowerMode) == "auto" ? device.powerSaver : nil,
                metered: report.metered, game: report.game ?? front.game, front: front.bundleIDs)
        }
    }
}

extension BackgroundRules {
    fileprivate func own(of app: StoredApp) -> [DownloadCondition] {
        own(of: app.bundleID, wasLaunched: app.firstLaunchedAt != nil)
    }
}
