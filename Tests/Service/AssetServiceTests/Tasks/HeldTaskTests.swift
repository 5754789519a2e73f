// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import TaskScheduler
import Testing

@testable import AssetService

@Suite struct HeldTaskTests {
    private static let now: Double = 1_800_000_000

    @Test(
        "By a clock that was set back an app is woken for its session no later, and what it has asked for itself stays",
        arguments: [
            (BackgroundTask.Kind.sessionEvents, 900.0, 900.0), (.sessionEvents, 86_400, 900), (.sessionEvents, 10, 10),
            (.refresh, 86_400, 86_400),
        ])
    func clockSetBack(_ kind: BackgroundTask.Kind, seconds: Double, expected: Double) throws {
        let task = BackgroundTask("weather", kind, earliestBegin: Self.now + seconds)
        let held = try #require(HeldTask(task, of: "app", submittedAt: Self.now))
        let following = try #require(held.following(now: Self.now))
        #expect(following.request.earliestBegin == Self.now + expected)
        #expect(following.task.earliestBegin == Self.now + expected && following.key == held.key)
    }

    @Test("What was used up on a clock that ran ahead comes back from now on") func budget() {
        let base: Double = 1_200
        var budget = RunTimeBudget(addedAt: Self.now, base: base)
        budget.spend(base, now: Self.now + 365 * 86_400, base: base)
        let account = TaskAccount(budget: budget).following(now: Self.now)
        #expect(account.budget.exhaustedUntil(now: Self.now, base: base) != nil)
        #expect(account.budget.exhaustedUntil(now: Self.now + 86_400, base: base) == nil)
    }
}
