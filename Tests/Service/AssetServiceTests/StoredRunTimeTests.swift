// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import TaskScheduler
import Testing

@testable import AssetService

@Suite("Run time on record") struct StoredRunTimeTests {
    @Test("What is on record is the same after it was read") func recording() {
        let day: Double = 86_400
        let start = 20_000 * day
        var budget = RunTimeBudget(addedAt: start, base: 300)
        for number in [0, 3, 4, 9] { budget.noteUse(now: start + Double(number) * day) }
        budget.spend(7, now: start + 9 * day, base: 300)
        #expect(RunTimeBudget(budget.record(of: "b"), addedAt: start) == budget)
    }
}
