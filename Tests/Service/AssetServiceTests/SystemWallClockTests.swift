// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import AssetService

struct SystemWallClockTests {
    /// A machine whose time of day can be set, and on which time passes when the test says so.
    private final class Machine: Sendable {
        private let times = Mutex((timeOfDay: 1_000_000.0, elapsed: 50.0))

        func clock() -> SystemWallClock {
            SystemWallClock(
                timeOfDay: { self.times.withLock { $0.timeOfDay } }, elapsed: { self.times.withLock { $0.elapsed } })
        }
        func pass(_ seconds: Double) {
            times.withLock { $0 = ($0.timeOfDay + seconds, $0.elapsed + seconds) }
        }
        func set(by seconds: Double) { times.withLock { $0.timeOfDay += seconds } }
    }

    @Test func isTheTimeOfDay() {
        let clock = SystemWallClock()
        let before = Date().timeIntervalSince1970
        let now = clock.now
        #expect((before - 1...Date().timeIntervalSince1970 + 1).contains(now))
    }

    @Test func goesOnWhereTheMachinesIsSetBack() {
        let machine = Machine()
        let clock = machine.clock()
        #expect(clock.now == 1_000_000)
        machine.pass(10)
        machine.set(by: -7_200)
        #expect(clock.now == 1_000_010)
        machine.pass(20)
        #expect(clock.now == 1_000_030)
    }

    @Test func followsAtOnceWhereTheMachinesIsSetForward() {
        let machine = Machine()
        let clock = machine.clock()
        #expect(clock.now == 1_000_000)
        machine.set(by: 3_600)
        #expect(clock.now == 1_003_600)
        machine.set(by: -3_600)
        machine.pass(1)
        #expect(clock.now == 1_003_601)
    }

    @Test(.timeLimit(.minutes(1))) func aWaitEndsWhenItIsAdvanced() async throws {
        let clock = SystemWallClock()
        let begin = clock.now
        let wait = Task { try await clock.sleep(until: begin + 86_400) }
        #expect(clock.advance(by: 80_000))
        #expect(clock.advance(by: 6_400))
        try await wait.value
        #expect(clock.now >= begin + 86_400)
        #expect(clock.advance(by: -1_000_000))
        #expect(clock.now >= begin + 86_400)
    }

    @Test(.timeLimit(.minutes(1))) func aWaitThatIsCalledOffEnds() async throws {
        let clock = SystemWallClock()
        let wait = Task { try await clock.sleep(until: clock.now + 86_400) }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    /// A wait that was begun before the clock was set back ends when its time has passed, not when the time of day is there
    /// again.
    @Test(.timeLimit(.minutes(1))) func aWaitIsNoLongerWhereTheMachinesIsSetBack() async throws {
        let start = ContinuousClock.now
        let setBack = Mutex(0.0)
        let clock = SystemWallClock(
            timeOfDay: { Date().timeIntervalSince1970 - setBack.withLock { $0 } },
            elapsed: { start.duration(to: .now) / .seconds(1) })
        let end = clock.now + 0.2
        setBack.withLock { $0 = 86_400 }
        try await clock.sleep(until: end)
        #expect(clock.now >= end)
    }
}
