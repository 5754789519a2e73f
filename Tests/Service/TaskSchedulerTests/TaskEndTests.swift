// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TaskScheduler

@Suite("Ends of background tasks that are nobody's fault") struct TaskEndTests {
    @Test("What a person, or the power, brings to its end waits again, and its app is not blamed")
    func interrupted() throws {
        for (cause, outcome) in [
            (ProcessEndCause.quitting, TaskOutcome.quit), (.unseen, .interrupted(how: "gone")), (.opening, .madeWay),
            (.closing, .closed(how: "gone")),
        ] {
            var world = SchedulerWorld("a")
            try world.submit(world.request("one"))
            try world.submit(world.request("two", .processing))
            #expect(world.begin().count == 2)
            let ended = world.scheduler.processEnded(of: "a", "gone", by: cause, now: world.now)
            #expect(ended.map(\.outcome) == [outcome, outcome])
            #expect(world.pending() == ["one", "two"])
            #expect(world.scheduler.account(of: "a")?.overruns == 0)
            if cause == .quitting {
                // Who quits it does not want to see it come back at once.
                #expect(world.begin().isEmpty)
                #expect(world.wait("one")?.reason == .throttled(until: world.now + 900, overruns: 0))
                world.scheduler.noteUse(of: "a", now: world.now)
            }
            // Nor was it refreshed.
            #expect(world.begin().names == ["a.one", "a.two"])
        }
    }

    @Test("An app that cannot be started is tried again later, and is not blamed") func notStarted() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one"))
        #expect(world.decide().launch.count == 1)
        let ended = world.scheduler.processEnded(of: "a", "it is gone", by: .notStarted, now: world.now)
        #expect(ended.map(\.outcome) == [.notStarted(how: "it is gone")] && world.pending() == ["one"])
        #expect(world.wait("one") == TaskWait(.notStarted(until: world.now + 900), since: world.now))
        #expect(world.scheduler.account(of: "a")?.overruns == 0)
        #expect(world.decide(after: 899).launch.isEmpty && world.decide(after: 1).launch.names == ["a.one"])
    }

    @Test("What lasts longer than its date is what a request waits for") func longer() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", .processing))
        _ = world.begin()
        _ = world.scheduler.processEnded(of: "a", "signal 9", now: world.now)
        try world.submit(world.request("two", .processing, in: 20))
        try world.submit(world.request("three", .processing, in: 2_000))
        #expect(world.wait("two") == TaskWait(.throttled(until: world.now + 900, overruns: 1), since: world.now))
        #expect(world.wait("three")?.reason == .earliestBegin(world.now + 2_000))
    }

    @Test("A process that ends with several tasks is one fault") func oneFault() throws {
        var world = SchedulerWorld("a")
        for name in ["one", "two", "three"] { try world.submit(world.request(name, .processing)) }
        #expect(world.begin().count == 3)
        let ended = world.scheduler.processEnded(of: "a", "signal 9", now: world.now)
        #expect(ended.map(\.outcome) == Array(repeating: .processEnded(how: "signal 9"), count: 3))
        #expect(world.scheduler.account(of: "a")?.overruns == 1)
        #expect(world.scheduler.account(of: "a")?.throttledUntil == world.now + world.policy.throttleTime)
    }

    @Test("What was just being launched in a process that is ended for another task is not to blame") func launched()
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("bad", .processing))
        let bad = try #require(world.begin().first)
        _ = world.scheduler.expire(bad.id, .simulated)
        _ = world.decide()
        try world.submit(world.request("late"))
        #expect(world.decide().launch.names == ["a.late"])
        #expect(world.decide(after: 5).end == ["a"])
        let ended = world.scheduler.processEnded(of: "a", "signal 9", now: world.now)
        #expect(ended.map(\.outcome) == [.overran(.simulated), .endedWithApp])
        #expect(world.scheduler.account(of: "a")?.overruns == 1 && world.pending() == ["late"])
    }

    @Test("What its app has taken back when it had begun does not begin once more") func withdrawn() throws {
        var world = SchedulerWorld("a")
        for name in ["one", "two"] { try world.submit(world.request(name, .processing)) }
        let runs = world.begin()
        #expect(runs.count == 2)
        world.scheduler.withdraw(all: TaskKey("one", of: "a"))
        // What it asks for from then on is another request.
        try world.submit(world.request("one", .processing, in: 10))
        let ended = world.scheduler.processEnded(of: "a", "closed", by: .closing, now: world.now)
        #expect(ended.map(\.outcome) == [.closed(how: "closed"), .closed(how: "closed")])
        #expect(world.pending() == ["one", "two"])
        #expect(world.begin(after: 1).names == ["a.two"])
        #expect(world.begin(after: 60).names == ["a.one"])
    }

    @Test("An app that a person has in front goes on when it does not end a task, and so do its other tasks")
    func staying() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("bad", .processing))
        try world.submit(world.request("good"))
        let runs = world.begin()
        let bad = try #require(runs.first { $0.request.key.identifier == "bad" })
        let good = try #require(runs.first { $0.request.key.identifier == "good" })
        _ = world.scheduler.expire(bad.id, .simulated)
        _ = world.decide()
        #expect(world.decide(after: 5).end == ["a"])
        let over = world.scheduler.processStays(of: "a", now: world.now)
        #expect(over.map(\.outcome) == [.overran(.simulated)])
        #expect(world.scheduler.running.map(\.id) == [good.id] && world.pending().isEmpty)
        #expect(world.complete(bad) == nil)
        #expect(world.complete(good) == .completed(success: true))
    }

    @Test("An app that is quit has not begun with what was just being launched, and is left alone") func quitting()
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one"))
        #expect(world.decide().launch.count == 1)
        #expect(world.scheduler.quit("a", now: world.now).map(\.outcome) == [.quit])
        #expect(world.pending() == ["one"] && world.decide(after: 899).launch.isEmpty)
        #expect(world.decide(after: 1).launch.names == ["a.one"])
    }

    @Test("Of two refreshes one begins 15 minutes after the other, also while that is being launched") func spacing()
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one"))
        #expect(world.decide().launch.names == ["a.one"])
        try world.submit(world.request("two"))
        #expect(world.decide(after: 1).launch.isEmpty)
        #expect(world.wait("two")?.reason == .spacing(until: SchedulerWorld.start + 900))
    }

    @Test(
        "By a clock that was set back a request without a date does not wait, and one with a date waits for that alone")
    func settingBack() throws {
        var world = SchedulerWorld("a")
        world.now += 100_000
        let requests = [world.request("one", .processing), world.request("two", .processing, in: -90_000)]
        world.now -= 100_000
        for request in requests { try world.submit(request) }
        #expect(world.wait("one")?.reason == .next)
        #expect(world.wait("two")?.reason == .earliestBegin(world.now + 10_000))
        let run = try #require(world.begin().first)
        #expect(run.request.key.identifier == "one" && world.complete(run) == .completed(success: true))
        #expect(world.decide(after: 10_000).launch.names == ["a.two"])
    }

    @Test("Processing that asks for itself again begins when it has ended, and a minute later") func repetition()
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", .processing))
        let run = try #require(world.begin().first)
        try world.submit(world.request("one", .processing))
        #expect(world.decide(after: 10).launch.isEmpty)
        #expect(world.wait("one")?.reason == .behindItself)
        _ = world.complete(run)
        let end = world.now
        let decision = world.decide(after: 1)
        #expect(decision.launch.isEmpty && decision.nextChange == end + 60)
        #expect(world.wait("one") == TaskWait(.repetition(until: end + 60), since: end))
        // Another one is not in its way, and a tool has it at once.
        try world.submit(world.request("two", .processing))
        #expect(world.begin().names == ["a.two"])
        #expect(world.begin(after: 58).isEmpty)
        #expect(world.begin(after: 1).names == ["a.one"])
        let again = try #require(world.scheduler.running.first { $0.request.key.identifier == "one" })
        _ = world.complete(again)
        try world.submit(world.request("one", .processing))
        let isForced = world.scheduler.simulateLaunch(TaskKey("one", of: "a"))
        #expect(isForced)
        #expect(world.begin().names == ["a.one"])
    }

    @Test("What waited because its app was left alone begins when that is over") func released() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", .processing))
        _ = world.begin()
        _ = world.scheduler.processEnded(of: "a", "signal 11", now: world.now)
        try world.submit(world.request("two", .processing))
        try world.submit(world.request("three"))
        #expect(world.begin(after: 1).isEmpty)
        let isForced = world.scheduler.simulateLaunch(TaskKey("two", of: "a"))
        #expect(isForced)
        let run = try #require(world.begin().first)
        _ = world.complete(run)
        #expect(world.begin().names == ["a.three"])
    }

    @Test("What another process of an app has begun goes on when one ends") func otherProcess() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", .processing))
        try world.submit(world.request("two", .processing))
        let runs = world.begin()
        let first = try #require(runs.first)
        let ended = world.scheduler.processEnded(of: "a", with: [first.id], "gone", by: .opening, now: world.now)
        #expect(ended.map(\.run.id) == [first.id] && ended.map(\.outcome) == [.madeWay])
        #expect(world.scheduler.running.map(\.id) == runs.dropFirst().map(\.id))
        // It is begun again there.
        #expect(world.begin().names == ["a.one"])
    }

    @Test("What stood back while its app was being ended begins when the app has ended its task after all")
    func endedAfterAll() throws {
        var world = SchedulerWorld("a", "b")
        try world.submit(world.request("one", .processing))
        let run = try #require(world.begin().first)
        _ = world.decide(after: world.policy.processingTime)
        #expect(world.decide(after: world.policy.grace).end == ["a"])
        try world.submit(world.request("two", .processing))
        #expect(world.begin().isEmpty)
        #expect(world.complete(run) != nil)
        #expect(world.begin().names == ["a.two"])
    }

    @Test("What a tool has begin does not begin beside itself") func forcedWhileRunning() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", .processing))
        let run = try #require(world.begin().first)
        try world.submit(world.request("one", .processing, in: 3_600))
        let isForced = world.scheduler.simulateLaunch(TaskKey("one", of: "a"))
        #expect(isForced)
        #expect(world.begin().isEmpty)
        _ = world.complete(run)
        #expect(world.begin().names == ["a.one"])
    }

    @Test("What begins again, and is not taken up, comes before what was asked for meanwhile all the same")
    func againAndAgain()
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", .processing))
        _ = world.begin()
        try world.submit(world.request("one", .processing, in: 7_200))
        _ = world.scheduler.processEnded(of: "a", "the power went", by: .unseen, now: world.now)
        #expect(world.scheduler.pending(of: "a").map(\.isAgain) == [true])
        #expect(world.decide().launch.map(\.request.earliestBegin) == [nil])
        // As the service has it.
        world.scheduler.restore(world.request("one", .processing, in: 7_200), now: world.now)
        #expect(world.scheduler.quit("a", now: world.now).count == 1)
        #expect(world.scheduler.pending(of: "a").map(\.isAgain) == [true])
        #expect(world.begin(after: 901).map(\.request.isAgain) == [true])
    }

    @Test("What a tool has begin while it runs is not forgotten when its time has come meanwhile") func forcedAndDue()
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one"))
        let run = try #require(world.begin().first)
        try world.submit(world.request("one", in: 10))
        let isForced = world.scheduler.simulateLaunch(TaskKey("one", of: "a"))
        #expect(isForced)
        #expect(world.begin(after: 11).isEmpty)
        _ = world.complete(run)
        // Whatever it would wait for.
        #expect(world.begin().names == ["a.one"])
    }
}
