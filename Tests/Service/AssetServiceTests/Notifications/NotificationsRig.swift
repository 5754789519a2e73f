// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppHost
import AssetStore
import AssetTestSupport
import Logging
import ServiceInterface

@testable import AssetService

/// The part of a service that has notifications, by itself: without a desktop, and of an app that cannot be started.
enum NotificationsRig {
    static let bundleID = "com.example.app"

    static func makeService(
        in folder: TemporaryFolder, timeZone: LocalTimeZone = LocalTimeZone()
    ) async throws -> (service: NotificationsService, processes: AppProcesses) {
        let (logger, clock) = (Logger(label: "test"), DrivenClock(now: 1_800_000_000))
        let store = try AssetStore(path: folder.path("service.sqlite"))
        try await store.save(StoredApp(bundleID: Self.bundleID, name: "App", origin: "local", addedAt: 1))
        let foreground = ForegroundProcesses()
        let processes = AppProcesses(
            launches: AppLaunches(
                inBackground: { bundleID throws(ServiceError) in throw .appNotFound(bundleID) },
                inFront: { bundleID, _ throws(ServiceError) in throw .appNotFound(bundleID) }, running: { _ in [] },
                allRunning: { [:] }),
            activity: ActivityMonitor(), launcher: AppLauncher(busAddress: nil, environment: [:], logger: logger),
            foreground: foreground, clock: clock, logger: logger
        ) { _, _ in }
        let service = NotificationsService(
            store: store, ids: EventIDs(store: store, logger: logger), catalog: AppCatalog(store: store),
            opening: NotificationOpening(by: processes, foreground: foreground), busAddress: nil,
            timeZone: timeZone, clock: clock,
            logger: logger)
        return (service, processes)
    }
}
