// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import Testing

@testable import TransferEngine

@Suite struct RetryAfterTests {
    @Test func secondsAreTakenAsTheyAre() {
        #expect(HTTPHeaders([("Retry-After", "120")]).retryAfterSeconds == 120)
        #expect(HTTPHeaders([("Retry-After", "7200")]).retryAfterSeconds == 7200)
        for many in ["86401", "1000000000", "99999999999999999999"] {
            #expect(HTTPHeaders([("Retry-After", many)]).retryAfterSeconds == 86_400)
        }
        #expect(HTTPHeaders().retryAfterSeconds == nil)
    }

    @Test func aDateIsCountedFromThatOfTheAnswer() {
        func headers(_ date: String) -> HTTPHeaders {
            HTTPHeaders([("Retry-After", date), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")])
        }
        #expect(headers("Sun, 06 Nov 1994 08:54:37 GMT").retryAfterSeconds == 300)
        #expect(headers("Mon, 07 Nov 1994 07:49:37 GMT").retryAfterSeconds == 82_800)
        #expect(headers("Sun, 06 Nov 1994 08:49:36 GMT").retryAfterSeconds == nil)
        // By our own clock where the server tells nothing of its.
        #expect(HTTPHeaders([("Retry-After", "Fri, 31 Dec 2199 23:59:59 GMT")]).retryAfterSeconds == 86_400)
    }

    @Test(arguments: [
        "", "-1", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT+1", "1.5",
    ])
    func whatIsNoneIsNone(_ text: String) {
        #expect(
            HTTPHeaders([("Retry-After", text), ("Date", "Sun, 06 Nov 1994 08:00:00 GMT")]).retryAfterSeconds == nil)
    }
}
