// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import Varlink

@testable import ServiceClient

@Suite("Attempts of a call") struct CallAttemptsTests {
    private let lost = ServiceClientError.connection(.connectionClosed)

    @Test("A call outlives any number of services that were of use for a while") func usefulConnections() {
        var now = ContinuousClock.now
        var attempts = CallAttempts(now: now)
        for _ in 0..<100 {
            now += .milliseconds(1_200)
            #expect(attempts.allowAnother(after: lost, repeats: true, now: now) == true)
            #expect(attempts.pause == .milliseconds(10))
        }
    }

    @Test("It is given up when eight in a row were lost at once, with a longer pause before each")
    func uselessConnections() {
        var now = ContinuousClock.now
        var attempts = CallAttempts(now: now)
        #expect(attempts.pause == nil)
        var pauses: [Duration] = []
        for _ in 0..<8 {
            now += (attempts.pause ?? .zero) + .milliseconds(300)
            #expect(attempts.allowAnother(after: lost, repeats: true, now: now) == true)
            pauses.append(attempts.pause ?? .zero)
        }
        #expect(pauses == (0..<8).map { .milliseconds(10 << $0) })
        #expect(attempts.allowAnother(after: lost, repeats: true, now: now + .seconds(2)) == false)
    }

    @Test("Only lost connections are tried again, and only for calls that may be") func others() {
        var attempts = CallAttempts()
        #expect(attempts.allowAnother(after: lost, repeats: false) == false)
        #expect(attempts.allowAnother(after: .cancelled, repeats: true) == false)
        #expect(attempts.allowAnother(after: .service(ServiceError(.appNotFound, "")), repeats: true) == false)
        #expect(attempts.allowAnother(after: .service(ServiceError(.serviceStopping, "")), repeats: true) == true)
    }
}
