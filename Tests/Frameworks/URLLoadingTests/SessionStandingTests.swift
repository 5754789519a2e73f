// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceClient
import ServiceInterface
import Testing

@testable import URLLoading

/// What calls of a background session wait for.
@Suite("How a background session stands with the service") struct SessionStandingTests {
    private static let inUse = ServiceClientError.service(ServiceError(.sessionInUse, "process 7 has it"))
    private static let unknownApp = ServiceClientError.service(ServiceError(.appNotFound, "there is no such app"))

    private func word(_ advice: SessionStanding.Advice) -> String {
        switch advice {
        case .call: "call"
        case .wait: "wait"
        case .askAgain: "ask again"
        case .fail(let error): "fail: \(error)"
        }
    }

    @Test("A call is made when the session is open, and once more when it was opened again") func opening() {
        var standing = SessionStanding()
        // A service that was ended on purpose is started for it.
        #expect(word(standing.advice(after: -1, asked: nil)) == "ask again")
        standing.hasten()
        #expect(standing.isHastened && word(standing.advice(after: -1, asked: standing.refusals)) == "wait")
        standing.open()
        #expect(standing.isOpen && word(standing.advice(after: -1, asked: nil)) == "call")
        #expect(word(standing.advice(after: standing.openings, asked: nil)) == "wait")
        standing.lose()
        #expect(!standing.isOpen && !standing.isGivenUp)
        #expect(word(standing.advice(after: 1, asked: standing.refusals)) == "wait")
        standing.open()
        #expect(word(standing.advice(after: 1, asked: nil)) == "call")
    }

    @Test("Of a session that is another process's is asked once for each call") func inUse() {
        var standing = SessionStanding()
        standing.refuse(Self.inUse)
        #expect(word(standing.advice(after: -1, asked: nil)) == "ask again")
        standing.hasten()
        #expect(standing.isHastened)
        #expect(word(standing.advice(after: -1, asked: standing.refusals)) == "wait")
        standing.ask()
        #expect(!standing.isHastened)
        // The service is away meanwhile: nothing is known that was not before.
        standing.lose()
        #expect(word(standing.advice(after: -1, asked: standing.refusals)) == "wait")
        let asked = standing.refusals
        standing.refuse(Self.inUse)
        #expect(word(standing.advice(after: -1, asked: asked)) == "fail: \(Self.inUse)")
        #expect(!standing.isGivenUp)
        standing.open()
        #expect(word(standing.advice(after: -1, asked: asked)) == "call")
    }

    @Test("What is refused for good fails, and is not asked for again") func refused() {
        var standing = SessionStanding()
        standing.refuse(Self.unknownApp)
        standing.hasten()
        #expect(standing.isGivenUp && !standing.isHastened)
        #expect(word(standing.advice(after: -1, asked: nil)) == "fail: \(Self.unknownApp)")
    }

    @Test("A session that nobody wants any more stays closed", arguments: [true, false])
    func closed(_ opens: Bool) {
        var standing = SessionStanding()
        standing.open()
        standing.close()
        if opens { standing.open() } else { standing.refuse(Self.inUse) }
        standing.lose()
        #expect(standing.isClosed && standing.isGivenUp)
        #expect(word(standing.advice(after: -1, asked: nil)) == "fail: \(ServiceClientError.cancelled)")
    }
}
