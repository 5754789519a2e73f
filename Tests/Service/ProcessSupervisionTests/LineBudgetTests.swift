// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProcessSupervision

@Suite("Lines that are logged of a child") struct LineBudgetTests {
    @Test("Of a flood the first lines and the last ones are logged, and how many are not") func flood() {
        var budget = LineBudget()
        let now = ContinuousClock.now
        for number in 1...1000 { #expect(budget.take("\(number)", at: now) == [.line("\(number)")]) }
        for number in 1001...1500 { #expect(budget.take("\(number)", at: now) == []) }
        #expect(budget.finish() == [.gap(480)] + (1481...1500).map { .line("\($0)") })
        #expect(budget.finish() == [])
    }

    @Test("With each minute others are logged, behind the last ones of before") func minutes() {
        var budget = LineBudget()
        let now = ContinuousClock.now
        for number in 1...1010 { _ = budget.take("\(number)", at: now) }
        let next = budget.take("next", at: now + .seconds(60))
        #expect(next == (1001...1010).map { .line("\($0)") } + [.line("next")])
        for _ in 1..<20 { #expect(budget.take("another", at: now + .seconds(61)) == [.line("another")]) }
        #expect(budget.take("one more", at: now + .seconds(119)) == [])
        #expect(budget.take("two", at: now + .seconds(120)) == [.line("one more"), .line("two")])
        #expect(budget.finish() == [])
    }

    @Test("Who prints for days is logged within bounds, and who has been quiet has all again") func days() {
        var budget = LineBudget()
        let now = ContinuousClock.now
        var count = 0
        for second in 0..<86_400 { count += budget.take("\(second)", at: now + .seconds(second)).count }
        #expect(count <= 1000 + 1440 * 41)
        let later = now + .seconds(10 * 86_400)
        _ = budget.take("first", at: later)
        for number in 2...1000 { #expect(budget.take("\(number)", at: later) == [.line("\(number)")]) }
        #expect(budget.take("left out", at: later) == [])
    }
}
