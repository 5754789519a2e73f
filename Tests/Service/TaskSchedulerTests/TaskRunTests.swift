// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TaskScheduler

@Suite("Running background tasks") struct TaskRunTests {
    private func running(_ kind: TaskKind, _ world: inout SchedulerWorld) throws -> TaskRun {
        try world.submit(world.request("one", kind))
        return try #require(world.begin().first)
    }

    @Test(
        "D3: its time, the warning, the grace, the end",
        arguments: [
            (TaskKind.refresh, 30.0), (.processing, 600), (.healthResearch, 600), (.sessionEvents, 30),
        ]) func expiry(_ kind: TaskKind, _ time: Double) throws
    {
        var world = SchedulerWorld("a")
        let run = try running(kind, &world)
        let decision = world.decide(after: time - 1)
        #expect(decision.expire.isEmpty && decision.nextChange == world.now + 1)
        let warned = world.decide(after: 1).expire
        #expect(warned.map(\.id) == [run.id] && warned[0].state == .expiring(.timeUsedUp(time)))
        #expect(world.decide(after: 4.5).end.isEmpty)
        #expect(world.decide(after: 0.5).end == ["a"])
        // Nothing more is asked of it.
        let rest = world.decide(after: 100)
        #expect(rest.end.isEmpty && rest.expire.isEmpty && rest.nextChange == nil)
        let ended = world.scheduler.processEnded(of: "a", "signal 15", now: world.now)
        #expect(ended.map(\.outcome) == [.overran(.timeUsedUp(time))])
        #expect(world.pending().isEmpty)
    }

    @Test("D3: an app that ends it in the time that is left is not left alone for it") func inGrace() throws {
        var world = SchedulerWorld("a")
        let run = try running(.refresh, &world)
        #expect(world.decide(after: 30).expire.count == 1)
        world.now += 1
        #expect(world.complete(run, success: false) == .completedInGrace(success: false, .timeUsedUp(30)))
        #expect(world.complete(run) == nil)
        try world.submit(world.request("one", in: 900))
        #expect(world.begin(after: 900).names == ["a.one"])
    }

    @Test("D3: who does not end tasks is left alone, each time for twice as long, and up to a day") func throttling()
        throws
    {
        var world = SchedulerWorld("a") { $0.dailyRunTime = 86_400 }
        var delays: [Double] = []
        for _ in 1...9 {
            let run = try running(.processing, &world)
            _ = world.scheduler.expire(run.id, .simulated)
            _ = world.decide()
            _ = world.decide(after: 5)
            _ = world.scheduler.processEnded(of: "a", "killed", now: world.now)
            try world.submit(world.request("one", .processing))
            #expect(world.begin().isEmpty)
            guard case .throttled(let until, let overruns)? = world.wait("one")?.reason else {
                Issue.record("\(String(describing: world.wait("one")))")
                return
            }
            #expect(overruns == delays.count + 1)
            #expect(world.decide().nextChange == until)
            delays.append(until - world.now)
            world.now = until
        }
        #expect(delays == [900, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400])
        // Whoever does once is forgiven.
        let run = try running(.processing, &world)
        _ = world.complete(run)
        #expect(world.scheduler.account(of: "a")?.overruns == 0)
    }

    @Test("An app that somebody opens is forgiven") func forgiving() throws {
        var world = SchedulerWorld("a")
        _ = try running(.refresh, &world)
        _ = world.scheduler.processEnded(of: "a", "signal 11", now: world.now)
        try world.submit(world.request("one", .processing))
        #expect(world.begin().isEmpty)
        world.scheduler.noteUse(of: "a", now: world.now)
        #expect(world.begin().names == ["a.one"])
    }

    @Test("An app that does not take up its task is ended, and the request waits again") func notTakenUp() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one"))
        #expect(world.decide().launch.count == 1)
        #expect(world.pending().isEmpty)
        #expect(world.decide(after: 20).end == ["a"])
        let ended = world.scheduler.processEnded(of: "a", "signal 9", now: world.now)
        #expect(ended.map(\.outcome) == [.notTakenUp(how: "signal 9")])
        #expect(world.pending() == ["one"])
        #expect(world.wait("one")?.reason == .throttled(until: world.now + 900, overruns: 1))
        // One that cannot be started at all, too; and what the app has asked for meanwhile stays.
        #expect(world.decide(after: 900).launch.count == 1)
        try world.submit(world.request("one", in: 7_200))
        let failed = world.scheduler.processEnded(of: "a", "no such file", now: world.now)
        #expect(failed.map(\.outcome) == [.notTakenUp(how: "no such file")])
        #expect(world.scheduler.pending(of: "a").map(\.earliestBegin) == [world.now + 7_200])
    }

    @Test("What another task of its app brings to its end waits again") func innocent() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("bad", .processing))
        try world.submit(world.request("good", .processing))
        let runs = world.begin()
        let bad = try #require(runs.first { $0.request.key.identifier == "bad" })
        _ = world.scheduler.expire(bad.id, .simulated)
        _ = world.decide()
        #expect(world.decide(after: 5).end == ["a"])
        // Nothing is begun in an app that is being ended.
        try world.submit(world.request("next", .sessionEvents))
        #expect(world.decide().launch.isEmpty)
        let ended = world.scheduler.processEnded(of: "a", "signal 15", now: world.now)
        #expect(ended.map(\.outcome) == [.overran(.simulated), .endedWithApp])
        #expect(world.pending() == ["good", "next"])
        #expect(world.begin(after: 900).names == ["a.next", "a.good"])
    }

    @Test("An app that crashes in its handler has had its turn") func crash() throws {
        var world = SchedulerWorld("a")
        let run = try running(.refresh, &world)
        let ended = world.scheduler.processEnded(of: "a", "signal 11", now: world.now)
        #expect(ended.map(\.run.id) == [run.id] && ended.map(\.outcome) == [.processEnded(how: "signal 11")])
        #expect(world.pending().isEmpty && world.scheduler.running.isEmpty)
        #expect(world.scheduler.processEnded(of: "a", "again", now: world.now).isEmpty)
    }

    @Test("What runs is told to end when what it needs is gone", arguments: TaskSchedulerTests.held)
    func conditions(_ held: TaskSchedulerTests.Held) throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("r"))
        try world.submit(world.request("p", .processing))
        try world.submit(world.request("n", .processing, needsNetwork: true))
        try world.submit(world.request("q", .healthResearch, needsExternalPower: true))
        try world.submit(world.request("s", .sessionEvents))
        #expect(world.begin().count == 5)
        world.hold(held.condition)
        let told = world.decide().expire
        #expect(Set(told.names).isDisjoint(with: held.goesOn.map { "a." + $0 }))
        #expect(told.count == 5 - held.goesOn.count)
        #expect(told.allSatisfy { $0.state == .expiring(.condition(held.condition)) })
        // Once.
        #expect(world.decide().expire.isEmpty)
    }

    @Test("A continued task goes on for as long as it gets on, or until a person stops it") func continued() throws {
        var world = SchedulerWorld("a")
        let run = try running(.continued, &world)
        for _ in 1...100 {
            #expect(world.decide(after: 59).expire.isEmpty)
            world.scheduler.noteProgress(run.id, now: world.now)
        }
        #expect(world.decide(after: 60).expire.map(\.state) == [.expiring(.noProgress(60))])
        #expect(world.complete(run) == .completedInGrace(success: true, .noProgress(60)))
        let next = try running(.continued, &world)
        let isRunning = world.scheduler.expire(next.id, .stoppedByPerson)
        #expect(isRunning)
        #expect(world.decide().expire.map(\.state) == [.expiring(.stoppedByPerson)])
        let isRunningStill = world.scheduler.expire(next.id, .stoppedByPerson)
        #expect(!isRunningStill)
    }

    @Test("A continued task that its app is not there for is not begun again") func continuedAlone() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("export", .continued))
        #expect(world.decide().launch.count == 1)
        let ended = world.scheduler.processEnded(of: "a", "its app has ended", now: world.now)
        #expect(ended.map(\.outcome) == [.notTakenUp(how: "its app has ended")])
        #expect(world.decide().launch.isEmpty && world.scheduler.isIdle)
    }
}
