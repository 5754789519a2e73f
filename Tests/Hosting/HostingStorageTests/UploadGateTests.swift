// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingStorage

@Suite(.timeLimit(.minutes(1))) struct UploadGateTests {
    @Test("The place of a part is one writer's, until it ends, or another has all of it") func places() async throws {
        let gate = UploadGate()
        let first = try #require(gate.begin(1))
        #expect(gate.begin(1) == nil && gate.begin(2) != nil)
        #expect(gate.enter(first))
        gate.leave(first)
        let second = try #require(await gate.take(1))
        #expect(!gate.enter(first) && gate.enter(second))
        gate.leave(second)
        // Who was overtaken ends nobody's.
        gate.end(first)
        #expect(gate.begin(1) == nil)
        gate.end(second)
        #expect(gate.begin(1) != nil)
    }

    @Test("Nobody writes when it is closed, and it is closed when nobody writes") func closing() async throws {
        let gate = UploadGate()
        let pass = try #require(gate.begin(1))
        #expect(gate.enter(pass) && gate.enter(pass))
        let closing = Task { await gate.close() }
        var part = 2
        // Another each time: who has the place of one gets it no second time.
        while gate.begin(part) != nil, !Task.isCancelled {
            part += 1
            await Task.yield()
        }
        #expect(!gate.enter(pass))
        gate.leave(pass)
        gate.leave(pass)
        await closing.value
        #expect(await gate.take(1) == nil)
        await gate.close()
        gate.open()
        #expect(gate.begin(1_000_000) == nil)
        gate.open()
        #expect(gate.enter(pass))
        gate.leave(pass)
    }
}
