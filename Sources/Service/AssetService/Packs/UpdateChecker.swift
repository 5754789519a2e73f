// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface

/// Looks for newer packs of every app, now and then.
actor UpdateChecker {
    /// Part by which the interval varies, either way, so that many devices do not come at once.
    private static let jitter = 0.2
    private let catalog: AppCatalog
    private let packs: PacksService
    private let settings: SettingsService
    private let clock: any WallClock
    private let logger: Logger
    private var nextChecks: [String: Double] = [:]

    init(catalog: AppCatalog, packs: PacksService, settings: SettingsService, clock: any WallClock, logger: Logger) {
        self.catalog = catalog
        self.packs = packs
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// Whether any app has packs to be checked: then the service stays.
    func hasWork() async -> Bool { !(await managedApps()).isEmpty }

    /// Checks each app when its time has come, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let interval = Double(await settings.integer(.checkInterval))
            for bundleID in await managedApps() {
                guard let time = nextChecks[bundleID] else {
                    nextChecks[bundleID] = next(interval)
                    continue
                }
                guard time <= clock.now else { continue }
                nextChecks[bundleID] = next(interval)
                await check(bundleID)
            }
            let wake = min(nextChecks.values.min() ?? .infinity, clock.now + interval)
            do { try await clock.sleep(until: wake) } catch { return }
        }
    }

    private func check(_ bundleID: String) async {
        guard await settings.isOn(.automaticUpdates) else { return }
        do throws(ServiceError) {
            let reply = try await packs.checkForUpdates(of: bundleID)
            logger.info(
                "checked \(bundleID): updating \(reply.updatingIDs.count) packs, removed \(reply.removedIDs.count)")
        } catch { logger.notice("the check of \(bundleID) failed and comes again: \(error)") }
    }

    private func managedApps() async -> [String] {
        do throws(ServiceError) {
            var result: [String] = []
            for app in try await catalog.apps() where app.currentVersionID != nil {
                if try await catalog.information(of: app.bundleID).hasManagedAssetPacks { result.append(app.bundleID) }
            }
            return result
        } catch {
            logger.warning("apps cannot be listed for the check: \(error)")
            return []
        }
    }

    private func next(_ interval: Double) -> Double {
        clock.now + interval * (1 + Double.random(in: -Self.jitter...Self.jitter))
    }
}
