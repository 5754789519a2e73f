// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import DownloadScheduler
import Testing

@Suite struct RetryPolicyTests {
    private func delay(
        _ attempt: Int, age: Double = 0, _ downloadClass: DownloadClass = .background, connectivity: Bool = true,
        retryAfter: Int? = nil, random: Double = 0
    ) -> Double? {
        var policy = RetryPolicy()
        policy.random = { random }
        return policy.delay(
            attempt: attempt, age: age, downloadClass: downloadClass, isConnectivity: connectivity,
            retryAfter: retryAfter)
    }

    @Test func itDoublesUpToAQuarterOfAnHour() {
        #expect((1...4).map { delay($0) } == [2, 4, 8, 16])
        #expect(delay(30) == 900)
        #expect(delay(Int.max) == 900)
    }

    @Test func itVariesByAQuarterEitherWay() {
        #expect(delay(3, random: -1) == 6)
        #expect(delay(3, random: 1) == 10)
    }

    @Test func retryAfterIsHonouredUpToADay() {
        #expect(delay(1, retryAfter: 100) == 100)
        #expect(delay(1, retryAfter: 1_000_000) == 86_400)
        #expect(delay(5, retryAfter: 1) == 32)
    }

    @Test("A server that names a time is not asked before it, whoever waits") func retryAfterOfThoseInFront() {
        #expect(delay(1, .essential, connectivity: false, retryAfter: 600) == nil)
        #expect(delay(1, .foreground, connectivity: false, retryAfter: 600) == nil)
        #expect(delay(1, .essential, connectivity: false, retryAfter: 3) == 3)
        #expect(delay(2, age: 3, .essential, connectivity: false, retryAfter: 3) == nil)
    }

    // B9: foreground failures come at once on connectivity trouble, essential ones after a few seconds, and background
    // ones wait up to a published bound.
    @Test("B9: foreground fails at once essential after seconds background after days")
    func foregroundFailsAtOnceEssentialAfterSecondsBackgroundAfterDays() {
        #expect(delay(1, .foreground) == nil)
        #expect(delay(1, .essential) == 2)
        #expect(delay(2, age: 3, .essential) == 2)
        #expect(delay(3, age: 5, .essential) == nil)
        #expect(delay(50, age: 6 * 86_400) == 900)
        #expect(delay(50, age: 7 * 86_400) == nil)
    }
}
