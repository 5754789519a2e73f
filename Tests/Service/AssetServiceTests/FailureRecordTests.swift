// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import DownloadScheduler
import Testing

@testable import AssetService

@Suite struct FailureRecordTests {
    private struct Record: FailureRecord {
        var failingSince: Double?
        var lastError: String?
        var lastCause: String?
        var lastCauseSince: Double?
        var nextAttemptAt: Double?
    }

    private static let now: Double = 1_800_000_000

    @Test("What failed on a clock that ran ahead has failed since now, and is tried at once") func clockAhead() {
        let later = Self.now + 86_400 * 365
        var record = Record(failingSince: later, lastCauseSince: later, nextAttemptAt: later + 60)
        record.followClock(now: Self.now)
        #expect(record.failingSince == Self.now && record.lastCauseSince == Self.now && record.nextAttemptAt == nil)
    }

    @Test("What had failed before the clock ran ahead waits no longer than any server may have it wait")
    func laterAhead() {
        var record = Record(
            failingSince: Self.now - 60, lastCauseSince: Self.now - 60, nextAttemptAt: Self.now + 86_400 * 365)
        record.followClock(now: Self.now)
        #expect(record.failingSince == Self.now - 60 && record.nextAttemptAt == nil)
    }

    @Test("What a server has named holds over a start of the service") func named() {
        let named = Self.now + RetryPolicy.longestHonoured
        var record = Record(failingSince: Self.now - 60, lastCauseSince: Self.now - 60, nextAttemptAt: named)
        record.followClock(now: Self.now)
        #expect(record.nextAttemptAt == named)
    }
}
