// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import DownloadScheduler
import Testing
import TransferEngine

@testable import AssetService

/// When the transfer of an app is tried again.
struct FetchRetriesTests {
    private let lost = TransferError.connection(url: "u", reason: "lost")

    @Test("While nothing has come it is tried for the patience of an essential download")
    func essentialPatience() {
        var retries = FetchRetries(policy: RetryPolicy())
        let first = retries.delay(after: lost, arrived: 0, now: 100)
        #expect(first.map { $0 > 0 && $0 <= 5 } == true)
        let second = retries.delay(after: lost, arrived: 0, now: 105)
        #expect(second == nil)
    }

    @Test("When something has come it is tried for days, and progress begins the count anew")
    func backgroundPatience() {
        var retries = FetchRetries(policy: RetryPolicy())
        var now = 0.0
        for _ in 0..<20 {
            let delay = retries.delay(after: lost, arrived: 10, now: now)
            #expect(delay.map { $0 <= 15 * 60 * 1.25 } == true)
            now += delay ?? 0
        }
        let afterProgress = retries.delay(after: lost, arrived: 20, now: now)
        #expect(afterProgress.map { $0 <= 2.5 } == true)
        let afterDays = retries.delay(after: lost, arrived: 20, now: now + 8 * 86_400)
        #expect(afterDays == nil)
    }

    @Test("What cannot get better is not tried again") func givesUp() {
        var retries = FetchRetries(policy: RetryPolicy())
        let gone = retries.delay(after: .status(url: "u", code: 404, retryAfter: nil), arrived: 9, now: 0)
        let untrusted = retries.delay(after: .untrusted(url: "u", reason: "r"), arrived: 9, now: 0)
        #expect(gone == nil && untrusted == nil)
        // A range that the archive no longer has: once from the beginning.
        let changed = retries.delay(after: .status(url: "u", code: 416, retryAfter: nil), arrived: 9, now: 0)
        let again = retries.delay(after: .status(url: "u", code: 416, retryAfter: nil), arrived: 9, now: 0)
        #expect(changed == 0 && again == nil)
        let busy = retries.delay(after: .status(url: "u", code: 503, retryAfter: 60), arrived: 9, now: 0)
        #expect(busy.map { $0 >= 60 } == true)
    }
}
