// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import ProgressPage

@Suite(.timeLimit(.minutes(1))) struct PageViewersTests {
    /// Sleeps until it is told that the time is over.
    private final class StepClock: Clock {
        private let sleepers = Mutex<[CheckedContinuation<Void, Never>]>([])
        private let count = Atomic(0)

        var now: ContinuousClock.Instant { ContinuousClock.now }
        var sleepCount: Int { count.load(ordering: .relaxed) }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            count.add(1, ordering: .relaxed)
            await withCheckedContinuation { continuation in sleepers.withLock { $0.append(continuation) } }
        }

        /// Waits until somebody sleeps, does what happens meanwhile, and ends the sleep.
        func step(_ meanwhile: () -> Void = {}) async {
            while !Task.isCancelled {
                if let sleeper = sleepers.withLock({ $0.popLast() }) {
                    meanwhile()
                    return sleeper.resume()
                }
                await Task.yield()
            }
        }
    }

    @Test func itEndsWhenNobodyHasLookedForTheWholeTime() async throws {
        let clock = StepClock()
        let viewers = PageViewers(clock: clock)
        let waiting = Task {
            try await viewers.waitUntilGone(after: .seconds(600))
            return clock.sleepCount
        }
        for _ in 0..<3 { await clock.step { viewers.note() } }
        await clock.step()
        #expect(try await waiting.value == 4)
    }
}
