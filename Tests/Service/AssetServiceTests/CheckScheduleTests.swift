// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import Testing

@testable import AssetService

/// A14: periodic runs follow how often the app is used.
@Suite struct CheckScheduleTests {
    private let day: Double = 86_400

    private func check(used: Double, checked: Double, jitter: Double = 0, failures: Int = 0) -> StoredCheck {
        StoredCheck(bundleID: "a", lastUsedAt: used, lastCheckedAt: checked, jitter: jitter, failures: failures)
    }

    @Test("A14: an app that is used is checked every day") func anAppThatIsUsedIsCheckedEveryDay() {
        #expect(CheckSchedule.interval(base: day, idle: 0) == day)
        #expect(CheckSchedule.interval(base: day, idle: day - 1) == day)
        #expect(CheckSchedule.due(check(used: 500, checked: 100), base: day) == 100 + day)
    }

    @Test("A14: an app that is not used is checked after 1, 2, 4 and then 7 days")
    func anAppThatIsNotUsedIsCheckedMoreSeldom() {
        var times: [Double] = []
        var record = check(used: 0, checked: 0)
        for _ in 0..<6 {
            record.lastCheckedAt = CheckSchedule.due(record, base: day)
            times.append(record.lastCheckedAt / day)
        }
        #expect(times == [1, 3, 7, 14, 21, 28])
    }

    @Test func jitterIsAFifthEitherWay() {
        #expect(CheckSchedule.due(check(used: 0, checked: 0, jitter: 1), base: 100) == 120)
        #expect(CheckSchedule.due(check(used: 0, checked: 0, jitter: -1), base: 100) == 80)
        #expect(CheckSchedule.due(check(used: 0, checked: 0, jitter: -9), base: 100) == 80)
    }

    @Test func aServerThatWasNotReachedIsAskedSoonerAgain() {
        let delays = [1, 2, 3, 4, 40].map {
            CheckSchedule.due(check(used: 0, checked: 0, failures: $0), base: day)
        }
        #expect(delays == [60, 120, 240, 480, day])
    }

    @Test func aRecordFromAClockThatRanAheadCountsAsOfNow() {
        #expect(CheckSchedule.following(check(used: 5, checked: 10), now: 10) == nil)
        #expect(CheckSchedule.following(check(used: 5, checked: 99), now: 10) == check(used: 5, checked: 10))
        #expect(CheckSchedule.following(check(used: 99, checked: 5), now: 10) == check(used: 10, checked: 5))
    }

    @Test func whatWasAskedForInVainSinceIsAskedForAgainSoon() {
        #expect(CheckSchedule.failing(check(used: 5, checked: 10), at: 10) == nil)
        let failing = CheckSchedule.failing(check(used: 5, checked: 10), at: 50)
        #expect(failing == check(used: 5, checked: 50, failures: 1))
        #expect(failing.map { CheckSchedule.due($0, base: day) } == 50 + CheckSchedule.firstRetry)
        // One that is asked for again anyway is not put off.
        #expect(CheckSchedule.failing(check(used: 5, checked: 10, failures: 3), at: 50) == nil)
    }

    @Test(arguments: [0.0, 100, 100_000], [0, 1, 40]) func aHastenedCheckIsDue(checked: Double, failures: Int) {
        let hastened = CheckSchedule.hastened(check(used: 0, checked: checked, failures: failures), now: 100_000)
        #expect(CheckSchedule.due(hastened, base: day) <= 100_000)
    }

    @Test(arguments: [0.0, 99_990, 100_000], [1, 3, 40]) func aRetriedCheckIsDueAndCountsOn(
        checked: Double, failures: Int
    ) {
        let check = check(used: 0, checked: checked, failures: failures)
        let retried = CheckSchedule.retried(check, base: day, now: 100_000)
        #expect(retried.failures == failures)
        #expect(CheckSchedule.due(retried, base: day) <= min(100_000, CheckSchedule.due(check, base: day)))
    }

    @Test func clocksThatGoBackDoNoHarm() {
        #expect(CheckSchedule.due(check(used: 1_000_000, checked: 10), base: day) == 10 + day)
    }
}
