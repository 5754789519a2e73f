// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TaskScheduler

@Suite("Run time in the background") struct RunTimeBudgetTests {
    private let base: Double = 300
    /// The beginning of a day.
    private let start: Double = 20_000 * 86_400
    private func day(_ number: Int) -> Double { start + Double(number) * 86_400 + 3_600 }

    @Test("B11: a new app has the base, one in use four times as much, and one that is idle a quarter")
    func allotments() {
        var used = RunTimeBudget(addedAt: day(0), base: base)
        #expect(used.allotment(now: day(0), base: base) == 300)
        #expect(used.remaining(now: day(0), base: base) == 300)
        let idle = used
        var last: Double = 300
        for number in 0..<20 {
            used.noteUse(now: day(number))
            used.noteUse(now: day(number) + 60)
            let now = used.allotment(now: day(number + 1), base: base)
            #expect(now >= last)
            last = now
        }
        #expect(last == 1200)
        #expect(idle.allotment(now: day(7), base: base) == 150)
        #expect(idle.allotment(now: day(14), base: base) == 75)
        #expect(idle.allotment(now: day(400), base: base) == 75)
        // Whoever is not used any more falls back.
        #expect(used.allotment(now: day(27), base: base) == 300)
        #expect(used.allotment(now: day(60), base: base) == 75)
    }

    @Test("B11: what is used up comes back in the course of a day, and no more is kept than an allotment")
    func spending() {
        var budget = RunTimeBudget(addedAt: day(0), base: base)
        #expect(budget.exhaustedUntil(now: day(0), base: base) == nil)
        budget.spend(100, now: day(0), base: base)
        #expect(budget.remaining(now: day(0), base: base) == 200)
        budget.spend(500, now: day(0), base: base)
        #expect(budget.remaining(now: day(0), base: base) == 0)
        let until = budget.exhaustedUntil(now: day(0), base: base)
        #expect(until == day(0) + 8_640)
        #expect(budget.exhaustedUntil(now: day(0) + 8_641, base: base) == nil)
        #expect(budget.remaining(now: day(0) + 43_200, base: base) == 150)
        #expect(budget.remaining(now: day(30), base: base) == 75)
        budget.reset(now: day(0), base: base)
        #expect(budget.remaining(now: day(0), base: base) == 300)
    }

    @Test("A clock that is set back gives nothing, and takes nothing") func clockSetBack() {
        var budget = RunTimeBudget(addedAt: day(5), base: base)
        budget.noteUse(now: day(5))
        budget.spend(100, now: day(5), base: base)
        #expect(budget.remaining(now: day(2), base: base) == 200)
        budget.noteUse(now: day(2))
        #expect(budget.remaining(now: day(5), base: base) == 200)
    }

    @Test("A clock that ran ahead holds nothing up: what was noted then counts as noted when it was set back")
    func clockAhead() {
        var budget = RunTimeBudget(addedAt: day(0), base: base)
        budget.noteUse(now: day(365))
        budget.spend(500, now: day(365), base: base)
        #expect(budget.isAhead(of: day(1)))
        #expect(budget.remaining(now: day(2), base: base) == 0)
        budget.follow(now: day(1))
        #expect(!budget.isAhead(of: day(1)))
        #expect(budget.remaining(now: day(1), base: base) == 0)
        #expect(budget.remaining(now: day(2), base: base) >= 300)
        let followed = budget
        budget.follow(now: day(2))
        #expect(budget == followed)
    }

    @Test("Who waits for its return waits for a moment that comes") func returning() {
        for number in 1...200 {
            var budget = RunTimeBudget(addedAt: day(0), base: base)
            budget.spend(base - Double(number) / 7, now: day(0), base: base)
            var (now, waits) = (day(0), 0)
            while let until = budget.exhaustedUntil(now: now, base: base) {
                #expect(until > now)
                now = until
                waits += 1
                guard waits < 5 else { break }
            }
            #expect(waits < 5)
        }
    }

    @Test("Since when it is used up is told, and when it comes back") func exhaustion() {
        var budget = RunTimeBudget(addedAt: day(0), base: base)
        #expect(budget.exhaustedSince(now: day(1), base: base) == nil)
        budget.spend(500, now: day(1), base: base)
        #expect(budget.exhaustedSince(now: day(1) + 60, base: base) == day(1))
        #expect(budget.exhaustedSince(now: day(1) - 60, base: base) == day(1) - 60)
        #expect(budget.exhaustedSince(now: day(2), base: base) == nil)
    }
}
