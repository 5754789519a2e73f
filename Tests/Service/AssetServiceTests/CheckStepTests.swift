// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import DownloadScheduler
import Testing

@testable import AssetService

/// A14: what a periodic check does, and what is left for later.
@Suite struct CheckStepTests {
    private static let base: Double = 1_000

    private func record(owes: Bool = false, failures: Int = 0) -> StoredCheck {
        StoredCheck(
            bundleID: "a", lastUsedAt: 100, lastCheckedAt: 100, jitter: 0, failures: failures, owesAssets: owes)
    }

    private func step(_ record: StoredCheck, _ holding: [DownloadCondition] = [], at now: Double) -> CheckStep {
        CheckStep(record, base: Self.base, holding: holding, now: now)
    }

    @Test("A14: an app is checked when its time has come, and not before") func comesAtItsTime() {
        #expect(step(record(), at: 1_099) == .wait(until: 1_100))
        #expect(step(record(), at: 1_100) == .check(includesAssets: true))
    }

    @Test("A14: what the last check left out is made up for as soon as nothing keeps the app from it")
    func makesUp() {
        #expect(step(record(owes: true), at: 200) == .makeUp)
        #expect(step(record(owes: true), [.appBackgroundRefreshOff(bundleID: "a")], at: 200) == .wait(until: 1_100))
        #expect(step(record(owes: true), at: 1_100) == .check(includesAssets: true))
    }

    @Test("A2: what an extension that may not run was not asked stays owed until it may") func refused() {
        func step(_ record: StoredCheck, until: Double?, at now: Double) -> CheckStep {
            CheckStep(record, base: Self.base, holding: [], refusedUntil: until, now: now)
        }
        #expect(step(record(owes: true), until: .infinity, at: 200) == .wait(until: 1_100))
        #expect(step(record(owes: true), until: 300, at: 200) == .wait(until: 300))
        #expect(step(record(owes: true), until: nil, at: 300) == .makeUp)
        #expect(step(record(), until: 300, at: 200) == .wait(until: 1_100))
        // Packs need no extension to be looked for.
        let check = step(record(), until: .infinity, at: 5_000)
        #expect(check == .check(includesAssets: true))
        #expect(check.record(record(), isReached: true, isRefused: true, now: 5_000, jitter: 0).owesAssets)
        #expect(!check.record(record(owes: true), isReached: true, now: 5_000, jitter: 0).owesAssets)
    }

    @Test(
        "A14: where nothing may be fetched at all the check stays due",
        arguments: [
            DownloadCondition.lowPowerMode(reason: nil), .metered(reason: "NetworkManager"), .gameInFront(reason: "X"),
        ])
    func staysDue(_ condition: DownloadCondition) {
        #expect(step(record(), [.inAppContentOff, condition], at: 5_000) == .wait(until: .infinity))
    }

    @Test(
        "A14: an app whose assets may not be fetched is looked at itself",
        arguments: [DownloadCondition.backgroundRefreshOff, .appBackgroundRefreshOff(bundleID: "a"), .inAppContentOff])
    func looksAtTheApp(_ condition: DownloadCondition) {
        let step = step(record(), [condition], at: 5_000)
        #expect(step == .check(includesAssets: false))
        let after = step.record(record(), isReached: true, now: 5_000, jitter: 0)
        #expect(after.owesAssets)
        #expect(self.step(after, at: 5_001) == .makeUp)
    }

    @Test func aCheckIsOnRecord() {
        let step = CheckStep.check(includesAssets: true)
        let after = step.record(record(owes: true, failures: 3), isReached: true, now: 5_000, jitter: 0.5)
        #expect(after.lastCheckedAt == 5_000)
        #expect((after.jitter, after.failures) == (0.5, 0))
        #expect(!after.owesAssets)
        #expect(step.record(after, isReached: false, now: 6_000, jitter: 0).failures == 1)
        let most = record(failures: .max)
        #expect(step.record(most, isReached: false, now: 6_000, jitter: 0).failures == .min)
    }

    @Test func whatIsMadeUpForIsNoCheck() {
        let before = record(owes: true)
        let after = CheckStep.makeUp.record(before, isReached: true, now: 300, jitter: 1)
        #expect((after.lastCheckedAt, after.jitter, after.failures) == (100, 0, 0))
        #expect(!after.owesAssets)
        // It comes again sooner than the next check would.
        #expect(CheckStep.makeUp.record(before, isReached: false, now: 300, jitter: 1).failures == 1)
        #expect(CheckStep.wait(until: 1).record(before, isReached: false, now: 300, jitter: 1) == before)
    }
}
