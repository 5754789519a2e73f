// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

struct ExtensionTurnsTests {
    /// The turns, told apart by their numbers.
    private final class Line {
        private(set) var turns = ExtensionTurns()

        func enter(_ ids: ClosedRange<Int>, isAwaited: Bool = false, limit: Int) -> [Bool] {
            ids.map { id in
                turns.enter(
                    ExtensionTurns.Turn(id: id, bundleID: "app\(id)", isAwaited: isAwaited, since: Double(id)),
                    limit: limit)
            }
        }

        func leave(_ count: Int = 1) { for _ in 0..<count { turns.leave() } }
        func admit(limit: Int) -> [Int] { turns.admit(limit: limit).map(\.id) }
        func giveUp(_ id: Int) -> Bool { turns.giveUp(id) }
        var waiting: [Int] { turns.waiting.map(\.id) }
    }

    @Test func asManyRunAsMay() {
        let line = Line()
        #expect(line.enter(1...4, limit: 2) == [true, true, false, false])
        #expect(line.admit(limit: 2) == [])
        line.leave()
        #expect(line.admit(limit: 2) == [3])
        line.leave(2)
        #expect(line.admit(limit: 2) == [4])
        #expect(line.turns.runningCount == 1 && line.waiting.isEmpty)
    }

    @Test func whatIsAwaitedGoesFirstAndHasPlacesOfItsOwn() {
        let line = Line()
        #expect(line.enter(1...3, limit: 1) == [true, false, false])
        #expect(line.enter(4...6, isAwaited: true, limit: 1) == [true, false, false])
        #expect(line.waiting == [5, 6, 2, 3])
        line.leave()
        #expect(line.admit(limit: 1) == [5])
        line.leave(2)
        // The place that is left over is for those that are awaited.
        #expect(line.admit(limit: 1) == [6])
        line.leave()
        #expect(line.admit(limit: 1) == [2])
        #expect(line.waiting == [3])
    }

    @Test func nobodyPassesThoseThatWait() {
        let line = Line()
        #expect(line.enter(1...2, limit: 1) == [true, false])
        // Room that has come is for the one that waits.
        line.leave()
        #expect(line.enter(3...3, limit: 1) == [false])
        #expect(line.admit(limit: 1) == [2])
    }

    @Test func aLimitMayChange() {
        let line = Line()
        #expect(line.enter(1...4, limit: 3) == [true, true, true, false])
        line.leave()
        #expect(line.admit(limit: 1) == [])
        #expect(line.admit(limit: 8) == [4])
    }

    @Test func whoGivesUpTakesNoPlace() {
        let line = Line()
        #expect(line.enter(1...3, limit: 1) == [true, false, false])
        #expect(line.giveUp(2))
        #expect(!line.giveUp(2))
        #expect(!line.giveUp(1))
        line.leave()
        #expect(line.admit(limit: 1) == [3])
    }
}
