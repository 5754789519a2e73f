// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import URLLoading

@Suite("That all has been told of a background session") struct DrainedEventsTests {
    @Test("It is awaited from when the service says that it comes until a delegate has heard it") func awaiting() {
        var drained = DrainedEvents()
        drained.begin()
        let isLost = drained.open(nil)
        #expect(!isLost)
        #expect(!drained.isAwaited)
        drained.promise(1)
        drained.promise(nil)
        #expect(drained.isAwaited)
        drained.receive()
        // Told before, and once only.
        drained.promise(1)
        #expect(drained.isAwaited)
        drained.tell(isHeard: true)
        #expect(drained.isAwaited)
        drained.noteTold()
        #expect(!drained.isAwaited && !drained.isUnheard)
        drained.promise(2)
        #expect(drained.isAwaited)
    }

    @Test("It may come before the service has said so") func early() {
        var drained = DrainedEvents()
        drained.begin()
        _ = drained.open(nil)
        drained.receive()
        drained.tell(isHeard: true)
        drained.promise(1)
        drained.noteTold()
        #expect(!drained.isAwaited)
    }

    @Test("What was lost with a connection comes with the next one, or is meant by that") func lost() {
        var drained = DrainedEvents()
        drained.begin()
        _ = drained.open(1)
        // The service is killed, and has not said so: it says so when it is back.
        drained.begin()
        let isToldAgain = drained.open(1)
        #expect(!isToldAgain)
        #expect(drained.isAwaited)
        // Killed once more, with all on record.
        drained.begin()
        #expect(drained.isAwaited)
        drained.begin()
        let isMeant = drained.open(nil)
        #expect(isMeant && drained.isAwaited)
        drained.tell(isHeard: true)
        drained.noteTold()
        #expect(!drained.isAwaited)
        drained.begin()
        let isMeantTwice = drained.open(nil)
        #expect(!isMeantTwice)
        // It is another process's now.
        drained.promise(1)
        drained.giveUp()
        drained.begin()
        let isOthers = drained.open(nil)
        #expect(!isOthers && !drained.isAwaited)
    }

    @Test("Who comes hears what nobody was there for, once") func unheard() {
        var drained = DrainedEvents()
        drained.tell(isHeard: false)
        #expect(drained.isUnheard && !drained.isAwaited)
        let isFirst = drained.takeUnheard()
        #expect(isFirst)
        let isSecond = drained.takeUnheard()
        #expect(!isSecond)
    }
}
