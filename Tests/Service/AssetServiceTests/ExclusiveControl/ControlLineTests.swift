// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

@Suite("Line for exclusive control") struct ControlLineTests {
    @Test("Control goes to one after the other, in the order of asking") func order() {
        var line = ControlLine()
        #expect(line.isEmpty)
        #expect(line.grant() == nil)
        for id in 1...3 { line.join(UInt64(id), deadline: nil) }
        #expect(line.isOpen)
        #expect(line.grant() == 1)
        #expect(line.grant() == nil)
        #expect(!line.isOpen)
        line.leave(1)
        #expect(line.grant() == 2)
        line.leave(2)
        #expect(line.grant() == 3)
        line.leave(3)
        #expect(line.isEmpty)
    }

    @Test("Who leaves while waiting is passed over; who has it keeps it") func leaving() {
        var line = ControlLine()
        for id in 1...3 { line.join(UInt64(id), deadline: nil) }
        _ = line.grant()
        line.leave(2)
        #expect(line.holder == 1)
        line.leave(1)
        #expect(line.grant() == 3)
        line.leave(7)
        #expect(line.holder == 3)
    }

    @Test("Those whose time is up wait no longer; who has control has no time limit") func deadlines() {
        var line = ControlLine()
        line.join(1, deadline: 10)
        line.join(2, deadline: 20)
        line.join(3, deadline: nil)
        line.join(4, deadline: 15)
        #expect(line.grant() == 1)
        #expect(line.nextDeadline == 15)
        #expect(line.expire(now: 14.9) == [])
        #expect(line.expire(now: 20) == [2, 4])
        #expect(line.nextDeadline == nil)
        #expect(line.holder == 1)
        line.leave(1)
        #expect(line.grant() == 3)
    }

    @Test("When control cannot be had, nobody waits") func dismissal() {
        var line = ControlLine()
        line.join(1, deadline: nil)
        line.join(2, deadline: 5)
        #expect(line.dismiss() == [1, 2])
        #expect(line.isEmpty)
    }
}
