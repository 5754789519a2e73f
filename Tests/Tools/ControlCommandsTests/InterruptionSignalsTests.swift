// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import ControlCommands

/// Alone, since signals are the process's.
@Suite(.serialized, .timeLimit(.minutes(2))) struct InterruptionSignalsTests {
    @Test func yieldsOnceAndEnds() async {
        let stream = InterruptionSignals.stream()
        kill(getpid(), SIGTERM)
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 1)
    }

    @Test func endsWhenItIsNoLongerWaitedFor() async {
        let waiting = Task {
            for await _ in InterruptionSignals.stream() { return true }
            return false
        }
        waiting.cancel()
        #expect(await waiting.value == false)
    }
}
