// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import TaskScheduler

/// How long the extensions of all apps may still run.
struct ExtensionBudgets: Sendable {
    let store: AssetStore
    let settings: SettingsService
    let clock: any WallClock
    let logger: Logger

    /// Until when the extension of an app is not woken, because its run time is used up (seconds since 1970).
    func exhaustedUntil(_ bundleID: String) async -> Double? {
        let base = await base
        return await budget(of: bundleID)?.exhaustedUntil(now: clock.now, base: base)
    }

    /// Since when the extension of an app is not woken, because its run time is used up (seconds since 1970).
    func exhaustedSince(_ bundleID: String) async -> Double? {
        let base = await base
        return await budget(of: bundleID)?.exhaustedSince(now: clock.now, base: base)
    }

    /// Seconds that the extension of an app may still run; nil when nothing is known of the app.
    func remaining(of bundleID: String) async -> Double? {
        let base = await base
        return await budget(of: bundleID)?.remaining(now: clock.now, base: base)
    }

    /// The extension of an app has run.
    func spend(_ seconds: Double, of bundleID: String) async {
        await change(bundleID) { $0.spend(seconds, now: $1, base: $2) }
    }

    /// An app is in use.
    func noteUse(of bundleID: String) async { await change(bundleID) { budget, now, _ in budget.noteUse(now: now) } }

    /// The extension of an app may run a whole allotment from now on.
    func reset(_ bundleID: String) async { await change(bundleID) { $0.reset(now: $1, base: $2) } }

    private var base: Double { get async { Double(await settings.integer(.extensionDailyRunTime)) } }

    private func budget(of bundleID: String) async -> RunTimeBudget? {
        do throws(AssetStoreError) {
            let budget = try await load(bundleID)
            guard budget?.isAhead(of: clock.now) == true else { return budget }
            // Put on record, so that it comes back from now on.
            await change(bundleID) { budget, now, _ in budget.follow(now: now) }
            return try await load(bundleID)
        } catch {
            // Fails open: that its use cannot be read is not the app's fault.
            logger.error("how long the extension of \(bundleID) may run is not known: \(error)")
            return nil
        }
    }

    private func load(_ bundleID: String) async throws(AssetStoreError) -> RunTimeBudget? {
        guard let app = try await store.app(bundleID) else { return nil }
        guard let record = try await store.runTime(of: bundleID) else {
            return RunTimeBudget(addedAt: app.addedAt, base: await base)
        }
        return RunTimeBudget(record, addedAt: app.addedAt)
    }

    private func change(
        _ bundleID: String, _ body: @escaping @Sendable (inout RunTimeBudget, Double, Double) -> Void
    ) async {
        let (now, base) = (clock.now, await base)
        do throws(AssetStoreError) {
            try await store.updateRunTime(of: bundleID) { record, addedAt in
                var budget =
                    record.map { RunTimeBudget($0, addedAt: addedAt) } ?? RunTimeBudget(addedAt: addedAt, base: base)
                body(&budget, now, base)
                return budget.record(of: bundleID)
            }
        } catch { logger.error("how long the extension of \(bundleID) may run cannot be recorded: \(error)") }
    }
}
