// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import UserNotifications

@Suite("D6: What a person has done, in the process that is told") struct ResponseLedgerTests {
    private func event(_ number: Int64) -> NotificationEvent { NotificationEvent(.response, number: number) }

    @Test("A delegate is told once, whatever the service says again, and the service hears again how far that is")
    func again() {
        var ledger = ResponseLedger()
        let first = ledger.take(event(1), hasDelegate: true)
        let second = ledger.take(event(1), hasDelegate: true)
        let withoutDelegate = ledger.take(event(1), hasDelegate: false)
        ledger.finish(1)
        let third = ledger.take(event(1), hasDelegate: true)
        let other = ledger.take(event(2), hasDelegate: true)
        #expect(
            [first, second, withoutDelegate, third, other] == [
                .tellDelegate, .sayBegun, .sayBegun, .sayDone, .tellDelegate,
            ])
    }

    @Test("What comes while there is no delegate waits for one, once each") func waiting() {
        var ledger = ResponseLedger()
        for number: Int64 in [1, 2, 1] {
            let step = ledger.take(event(number), hasDelegate: false)
            #expect(step == .wait)
        }
        let waiting = ledger.takeWaiting().map(\.number)
        #expect(waiting == [2, 1])
        let rest = ledger.takeWaiting()
        #expect(rest.isEmpty)
        let step = ledger.take(event(2), hasDelegate: true)
        #expect(step == .tellDelegate)
    }
}
