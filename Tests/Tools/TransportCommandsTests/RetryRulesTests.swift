// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransportCommands

@Suite struct RetryRulesTests {
    @Test func pausesGrowAndEnd() {
        let rules = RetryRules(limit: 8)
        let pauses = (1...9).map { rules.delay(after: $0, share: 0.5) }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30, nil].map { $0.map { .seconds($0) } })
        #expect(RetryRules(limit: 0).delay(after: 1, share: 0) == nil)
        #expect(rules.delay(after: 1, share: 0) == .milliseconds(750))
        #expect(rules.delay(after: 1, share: 1) == .milliseconds(1250))
    }

    @Test func whatAServerAsksForCounts() {
        let rules = RetryRules(limit: 2)
        #expect(rules.delay(after: 1, asked: 0, share: 0) == .seconds(0))
        #expect(rules.delay(after: 2, asked: 3600, share: 0) == .seconds(3600))
        #expect(rules.delay(after: 1, asked: 3601, share: 0) == nil)
        #expect(rules.delay(after: 3, asked: 0, share: 0) == nil)
        let answers = [("12", 12.0), ("-1", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", nil), ("inf", nil)]
        for (field, seconds) in answers {
            #expect(
                ServerAnswer(status: 429, body: [], retryAfter: field, entityTag: nil).retryAfter == seconds, "\(field)"
            )
        }
    }

    @Test func aServerIsAskedLessOftenTheLongerItTakes() {
        let delays = (0..<20).map { PollSchedule.delay(after: $0) }
        #expect(delays == delays.sorted() && delays[0] < .seconds(1) && delays[19] == .seconds(20))
        #expect(PollSchedule.delay(after: 19, asking: 100) == .seconds(200))
    }
}
