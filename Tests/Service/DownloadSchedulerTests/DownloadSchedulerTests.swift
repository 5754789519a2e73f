// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import DownloadScheduler
import Testing

@Suite struct DownloadSchedulerTests {
    private func candidate(
        _ id: String, _ downloadClass: DownloadClass = .background, app: String = "app", priority: Int = 0,
        created: Double = 0, paused: Bool = false, running: Bool = false, notBefore: Double? = nil
    ) -> DownloadCandidate {
        DownloadCandidate(
            id: id, bundleID: app, downloadClass: downloadClass, priority: priority, createdAt: created,
            isPaused: paused, isRunning: running, notBefore: notBefore)
    }

    @Test func essentialComesBeforeForegroundBeforeBackground() {
        let decision = DownloadScheduler(limit: 2).decide(
            [
                candidate("background", created: 1), candidate("essential", .essential, created: 3),
                candidate("foreground", .foreground, created: 2),
            ], now: 10)
        #expect(decision.start == ["essential", "foreground"])
        #expect(decision.waiting == ["background": .behind(count: 2, limit: 2)])
    }

    @Test func withinAnAppPriorityComesBeforeAge() {
        let decision = DownloadScheduler(limit: 1).decide(
            [candidate("old", created: 1), candidate("high", priority: 50, created: 2)], now: 10)
        #expect(decision.start == ["high"])
    }

    @Test func appsTakeTurns() {
        let flood = (0..<10).map { candidate("a\($0)", app: "a", created: Double($0)) }
        let decision = DownloadScheduler(limit: 4).decide(
            flood + [candidate("b0", app: "b", created: 100), candidate("b1", app: "b", created: 101)], now: 200)
        #expect(decision.start == ["a0", "b0", "a1", "b1"])
    }

    @Test func aRunningDownloadIsStoppedForAMoreUrgentClassOnly() {
        let scheduler = DownloadScheduler(limit: 1)
        let running = candidate("running", created: 5, running: true)
        let equal = scheduler.decide([running, candidate("older", priority: 100, created: 1)], now: 10)
        #expect(equal.stop.isEmpty && equal.start.isEmpty)
        let urgent = scheduler.decide([running, candidate("essential", .essential, created: 9)], now: 10)
        #expect(urgent.stop == ["running"])
        #expect(urgent.start == ["essential"])
    }

    @Test func pausedAndBackingOffDownloadsSayWhyAndUntilWhen() {
        let decision = DownloadScheduler().decide(
            [candidate("paused", paused: true), candidate("later", notBefore: 20), candidate("due", notBefore: 10)],
            now: 10)
        #expect(decision.start == ["due"])
        #expect(decision.waiting["paused"] == .paused)
        #expect(decision.waiting["later"] == .backOff(until: 20, error: nil))
        #expect(decision.nextChange == 20)
    }

    @Test func theSameInputGivesTheSameOrder() {
        let candidates = (0..<200).map { index in
            candidate(
                "\(index)", DownloadClass.allCases[index % 3], app: "app\(index % 7)", priority: index % 5,
                created: Double(index % 11))
        }
        let first = DownloadScheduler(limit: 50).decide(candidates, now: 100)
        let second = DownloadScheduler(limit: 50).decide(candidates.reversed(), now: 100)
        #expect(first == second)
    }
}
