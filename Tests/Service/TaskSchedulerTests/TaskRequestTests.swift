// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TaskScheduler

@Suite("Requests for background tasks") struct TaskRequestTests {
    @Test("D2: one that is submitted again takes the place of the one before") func replacing() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", in: 100))
        try world.submit(world.request("one", in: 50))
        #expect(world.scheduler.pending(of: "a").map(\.earliestBegin) == [world.now + 50])
        #expect(world.begin(after: 49).isEmpty)
        #expect(world.begin(after: 1).names == ["a.one"])
        #expect(world.begin(after: 50).isEmpty)
        // As another kind, too.
        try world.submit(world.request("one", .processing))
        #expect(world.scheduler.pending(of: "a").map(\.kind) == [.processing])
    }

    @Test("Section 6: one refresh and ten for processing may wait, of each app") func limits() throws {
        var world = SchedulerWorld("a", "b")
        try world.submit(world.request("r", in: 10))
        #expect(throws: TaskRefusal.tooManyPending(.refresh, limit: 1)) { try world.submit(world.request("s", in: 10)) }
        // What counts may be something else than what may begin.
        var other = world.scheduler
        try other.submit(world.request("s", in: 10), beside: [], now: world.now)
        #expect(throws: TaskRefusal.tooManyPending(.refresh, limit: 1)) {
            try other.submit(world.request("t"), beside: [world.request("u")], now: world.now)
        }
        for number in 1...10 {
            try world.submit(world.request("p\(number)", number < 5 ? .processing : .healthResearch, in: 10))
        }
        for kind in [TaskKind.processing, .healthResearch] {
            #expect(throws: TaskRefusal.tooManyPending(.processing, limit: 10)) {
                try world.submit(world.request("q", kind, in: 10))
            }
        }
        // What takes another's place is no further one, and neither is what is not submitted by apps.
        try world.submit(world.request("p3", .processing, in: 20))
        try world.submit(world.request("r", in: 20))
        for number in 1...20 { try world.submit(world.request("s\(number)", .sessionEvents, in: 10)) }
        try world.submit(world.request("r", of: "b", in: 10))
        // One that has begun counts no more.
        #expect(world.begin(after: 20).count > 1)
        try world.submit(world.request("s", in: 10))
    }

    @Test("Section 6: with background refresh off, none is taken but what a person has begun") func unavailable() throws
    {
        var world = SchedulerWorld("a", "b")
        world.hold(appsWithoutRefresh: "a")
        for kind in [TaskKind.refresh, .processing, .healthResearch] {
            #expect(throws: TaskRefusal.unavailable(.appRefreshOff(bundleID: "a"))) {
                try world.submit(world.request("x", kind))
            }
        }
        try world.submit(world.request("x", of: "b"))
        world.hold(.refreshOff)
        #expect(throws: TaskRefusal.unavailable(.refreshOff)) { try world.submit(world.request("y", of: "b")) }
        try world.submit(world.request("c", .continued))
        #expect(world.begin().names == ["a.c"])
    }

    @Test("What is taken back does not begin") func cancelling() throws {
        var world = SchedulerWorld("a", "b")
        for identifier in ["one", "two"] { try world.submit(world.request(identifier, .processing, in: 10)) }
        try world.submit(world.request("s", .sessionEvents, in: 10))
        try world.submit(world.request("one", of: "b", in: 10))
        let removed = world.scheduler.cancel(TaskKey("one", of: "a"))
        let again = world.scheduler.cancel(TaskKey("one", of: "a"))
        #expect(removed && !again)
        #expect(world.pending() == ["s", "two"])
        world.scheduler.cancel(TaskKey("two", of: "a"))
        #expect(world.pending() == ["s"])
        #expect(world.begin(after: 10).names == ["a.s", "b.one"])
        try world.submit(world.request("three", .processing, in: 10))
        world.scheduler.remove("b")
        world.scheduler.remove("a")
        #expect(world.pending().isEmpty)
        #expect(world.begin(after: 10).isEmpty)
        // Of an app that is not known nothing is kept.
        try world.submit(world.request("x", of: "c"))
        #expect(world.begin().isEmpty)
    }

    @Test("A continued task runs at once, or after the one before it, or is refused") func continued() throws {
        var world = SchedulerWorld("a", "b")
        try world.submit(world.request("one", .continued), waits: false)
        // One that has not begun yet is before others, and not before itself.
        #expect(throws: TaskRefusal.immediateRunIneligible(running: "one")) {
            try world.submit(world.request("three", .continued), waits: false)
        }
        try world.submit(world.request("one", .continued), waits: false)
        try world.submit(world.request("two", .continued))
        let first = world.begin()
        #expect(first.names == ["a.one"])
        #expect(throws: TaskRefusal.immediateRunIneligible(running: "one")) {
            try world.submit(world.request("three", .continued), waits: false)
        }
        #expect(world.wait("two")?.reason == .behindContinued("one"))
        try world.submit(world.request("one", .continued, of: "b"), waits: false)
        #expect(world.begin().names == ["b.one"])
        #expect(world.complete(first[0]) == .completed(success: true))
        #expect(world.begin().names == ["a.two"])
    }
}
