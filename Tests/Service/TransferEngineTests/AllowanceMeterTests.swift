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

    @Test("It bounds nothing once it is lifted") func lifting() {
        let meter = AllowanceMeter(remaining: 10)
        meter.lift()
        #expect(meter.remaining == nil)
        #expect(meter.take(1 << 40))
        #expect(meter.allows(.max))
    }
}
