// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface

/// What keeps apps from doing anything in the background, by the state of the device and by a person's choice: it holds up their
/// downloads in the queue, and their extensions are not run.
actor BackgroundConditions {
    /// Seconds between two looks at the system's power.
    private static let pause: Double = 30
    private let store: AssetStore
    private let settings: SettingsService
    private let power: PowerSource
    private let queue: TransferQueue
    private let clock: any WallClock
    private let logger: Logger
    private var holds = BackgroundHolds()
    /// Extensions may run that might not before.
    nonisolated let changes = ChangeSignal()

    init(
        store: AssetStore, settings: SettingsService, power: PowerSource, queue: TransferQueue, clock: any WallClock,
        logger: Logger
    ) {
        self.store = store
        self.settings = settings
        self.power = power
        self.queue = queue
        self.clock = clock
        self.logger = logger
    }

    /// Has the queue go by the conditions, as they change, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let changes = settings.changes.changes(beginningWithOne: false)
            await refresh()
            // No file tells when it has changed. As long as nothing waits, nobody wants to know.
            let (setting, isEmpty) = (await settings.text(.lowPowerMode), await queue.isEmpty)
            let isWatched = setting == "auto" && !isEmpty && power.tells
            await clock.sleep(until: isWatched ? clock.now + Self.pause : .infinity, orFirstOf: changes)
        }
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
        var conditions: [String: DownloadCondition] = [:]
        do throws(AssetStoreError) {
            for app in try await store.apps() { conditions[app.bundleID] = await ownCondition(of: app) }
        } catch { return logger.error("what apps may do in the background is not known: \(error)") }
        let now = clock.now
        func hold(_ condition: DownloadCondition, after before: DownloadHold?) -> DownloadHold {
            if let before, before.condition == condition { return before }
            return DownloadHold(condition, since: now)
        }
        let before = holds
        holds.all = await ofAll.map { hold($0, after: before.all) }
        holds.apps = Dictionary(
            uniqueKeysWithValues: conditions.map { ($0.key, hold($0.value, after: before.apps[$0.key])) })
        guard holds != before else { return }
        await queue.hold(holds)
        changes.signal()
    }

    /// Why an app may do nothing in the background now, and since when; nil when it may.
    func hold(of bundleID: String) async -> DownloadHold? {
        guard let condition = await condition(of: bundleID) else { return nil }
        let known = [holds.all, holds.apps[bundleID]].compactMap { $0 }.first { $0.condition == condition }
        return known ?? DownloadHold(condition, since: clock.now)
    }

    /// Why an app may do nothing in the background now; nil when it may.
    func condition(of bundleID: String) async -> DownloadCondition? {
        if let condition = await ofAll { return condition }
        do throws(AssetStoreError) {
            guard let app = try await store.app(bundleID) else { return nil }
            return await ownCondition(of: app)
        } catch {
            logger.error("what \(bundleID) may do in the background is not known: \(error)")
            return nil
        }
    }

    private var ofAll: DownloadCondition? {
        get async {
            if !(await settings.isOn(.backgroundRefresh)) { return .backgroundRefreshOff }
            switch await settings.text(.lowPowerMode) {
            case "on": return .lowPowerMode
            case "auto": return power.isSaving ? .lowPowerMode : nil
            default: return nil
            }
        }
    }

    private func ownCondition(of app: StoredApp) async -> DownloadCondition? {
        if !(await settings.isOn(.backgroundRefresh, of: app.bundleID)) { return .appBackgroundRefreshOff }
        if app.firstLaunchedAt == nil, !(await settings.isOn(.inAppContent)) { return .inAppContentOff }
        return nil
    }
}
