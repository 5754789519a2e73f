// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferEngine

@Suite("Allowances") struct AllowanceMeterTests {
    @Test("Bytes are taken until nothing is left; more than that is refused, and leaves nothing") func taking() {
        let meter = AllowanceMeter(remaining: 10)
        #expect(meter.allows(10))
        #expect(!meter.allows(11))
        #expect(meter.take(4))
        #expect(meter.remaining == 6)
        #expect(!meter.take(7))
        #expect(meter.remaining == 0)
        #expect(!meter.take(1))
        #expect(AllowanceMeter(remaining: -5).remaining == 0)
    }

    @Test("A part takes from the whole, and no more than it is") func parts() {
        let whole = AllowanceMeter(remaining: 100)
        let part = AllowanceMeter(remaining: 30, of: whole)
        #expect(part.take(20))
        #expect(part.remaining == 10 && whole.remaining == 80)
        #expect(!part.allows(11))
        part.giveBack(5)
        #expect(part.remaining == 15 && whole.remaining == 85)
        #expect(!part.take(16))
        #expect(part.remaining == 0)
        // Nor more than others have left of the whole.
        let other = AllowanceMeter(remaining: 50, of: AllowanceMeter(remaining: 40))
        #expect(other.remaining == 40)
        #expect(!other.take(41))
        let lifted = AllowanceMeter(remaining: 1, of: whole)
        whole.lift()
        #expect(lifted.remaining == nil && lifted.take(1_000) && lifted.allows(.max))
    }

    @Test("It bounds nothing once it is lifted") func lifting() {
        let meter = AllowanceMeter(remaining: 10)
        meter.lift()
        #expect(meter.remaining == nil)
        #expect(meter.take(1 << 40))
        #expect(meter.allows(.max))
    }
}
