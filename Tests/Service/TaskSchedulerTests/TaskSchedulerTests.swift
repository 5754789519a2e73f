// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TaskScheduler

@Suite("Scheduling of background tasks") struct TaskSchedulerTests {
    @Test("D2: the earliest date is a lower bound") func earliestBegin() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one", in: 3_600))
        let decision = world.decide()
        #expect(decision.launch.isEmpty && decision.nextChange == world.now + 3_600)
        #expect(world.wait("one") == TaskWait(.earliestBegin(world.now + 3_600), since: world.now))
        #expect(world.begin(after: 3_599.5).isEmpty)
        #expect(world.begin(after: 0.5).names == ["a.one"])
        // A date that has passed is none.
        var other = SchedulerWorld("a")
        try other.submit(other.request("one", in: -3_600))
        #expect(other.begin().names == ["a.one"])
    }

    @Test("What was missed while the machine slept is caught up with once") func catchUp() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("noon", in: 3_600))
        #expect(world.begin(after: 10 * 86_400).names == ["a.noon"])
        #expect(world.begin(after: 86_400).isEmpty)
    }

    struct Held: CustomTestStringConvertible, Sendable {
        let condition: TaskCondition
        /// Which of refresh, processing, processing with network, processing with power, and session events go on.
        let goesOn: [String]
        var testDescription: String { "\(condition)" }
    }

    static let held: [Held] = [
        Held(condition: .refreshOff, goesOn: []),
        Held(condition: .lowPowerMode(reason: "the battery is low"), goesOn: ["s"]),
        Held(condition: .gameInFront(reason: nil), goesOn: ["r", "s"]),
        Held(condition: .noNetwork, goesOn: ["p", "q", "r", "s"]),
        Held(condition: .noExternalPower, goesOn: ["n", "p", "r", "s"]),
    ]

    @Test("Tasks wait for what they need, and for what a person wants", arguments: held) func conditions(_ held: Held)
        throws
    {
        var world = SchedulerWorld("a")
        try world.submit(world.request("r"))
        try world.submit(world.request("p", .processing))
        try world.submit(world.request("n", .processing, needsNetwork: true))
        try world.submit(world.request("q", .healthResearch, needsExternalPower: true))
        try world.submit(world.request("s", .sessionEvents))
        world.hold(held.condition)
        let since = world.now
        #expect(Set(world.begin().names) == Set(held.goesOn.map { "a." + $0 }))
        world.now += 10
        for identifier in world.pending() {
            #expect(world.wait(identifier) == TaskWait(.held(held.condition), since: since), "\(identifier)")
        }
        world.hold()
        #expect(world.begin().count == 5 - held.goesOn.count)
    }

    @Test("An app for which refresh is off waits, and is in nobody's way") func refreshOff() throws {
        var world = SchedulerWorld("a", "b") { $0.awakeLimit = 1 }
        try world.submit(world.request("one"))
        try world.submit(world.request("one", of: "b", in: 1))
        world.hold(appsWithoutRefresh: "a")
        #expect(world.begin(after: 1).names == ["b.one"])
        #expect(world.wait("one")?.reason == .held(.appRefreshOff(bundleID: "a")))
        world.scheduler.remove("b")
        _ = world.scheduler.processEnded(of: "b", "exited", now: world.now)
        world.hold()
        #expect(world.begin().names == ["a.one"])
    }

    @Test("Few apps are awake at a time: those that are due for longest come first, and do all that they may")
    func order() throws {
        var world = SchedulerWorld("a", "b", "c", "d")
        try world.submit(world.request("r", of: "c", in: 1))
        try world.submit(world.request("p", .processing, of: "c", in: 5))
        try world.submit(world.request("r", of: "a", in: 3))
        try world.submit(world.request("r", of: "b", in: 2))
        try world.submit(world.request("s", .sessionEvents, of: "d", in: 4))
        let runs = world.begin(after: 10)
        #expect(runs.names == ["d.s", "c.r", "c.p"])
        #expect(world.wait("r", of: "b") == TaskWait(.behind(awake: 2, limit: 2), since: world.now - 8))
        // An app that is awake is not woken for more: it does it.
        try world.submit(world.request("t", .sessionEvents, of: "d"))
        #expect(world.begin().names == ["d.t"])
        for run in world.scheduler.running where run.request.key.bundleID == "d" { _ = world.complete(run) }
        #expect(world.begin().names == ["b.r"])
    }

    @Test("Apps in front need no place, and take none from others") func inFront() throws {
        var world = SchedulerWorld("a", "b", "c", "d") { $0.awakeLimit = 1 }
        world.scheduler.update(TaskConditions(appsInFront: ["a", "b"]), now: world.now)
        for app in ["a", "b", "c", "d"] { try world.submit(world.request("p", .processing, of: app)) }
        let runs = world.begin()
        #expect(runs.names == ["a.p", "b.p", "c.p"])
        #expect(world.wait("p", of: "d")?.reason == .behind(awake: 1, limit: 1))
        // One that goes to the background has a place.
        world.scheduler.update(TaskConditions(appsInFront: ["b"]), now: world.now)
        _ = world.complete(runs[2])
        #expect(world.begin().isEmpty)
        _ = world.complete(runs[0])
        #expect(world.begin().names == ["d.p"])
    }

    @Test("An app that could not be started is, when it can be, and not before that") func startable() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("p", .processing))
        _ = world.decide()
        _ = world.scheduler.processEnded(of: "a", "no permission", by: .notStarted, now: world.now)
        #expect(world.begin().isEmpty)
        guard case .notStarted = world.wait("p")?.reason else {
            Issue.record("it waits for \(String(describing: world.wait("p")))")
            return
        }
        world.scheduler.noteStartable("a", now: world.now)
        #expect(world.begin().names == ["a.p"])
    }

    @Test("A hundred continued tasks of an app wait, and no more") func continuedLimit() throws {
        var world = SchedulerWorld("a", "b")
        try world.submit(world.request("0", .continued))
        _ = world.begin()
        for number in 1...100 { try world.submit(world.request("\(number)", .continued)) }
        // In the place of one that waits, or of another app.
        try world.submit(world.request("7", .continued))
        try world.submit(world.request("7", .continued, of: "b"))
        #expect(throws: TaskRefusal.tooManyPending(.continued, limit: 100)) {
            try world.submit(world.request("101", .continued))
        }
    }

    @Test("An app is refreshed no more than once in a quarter of an hour") func spacing() throws {
        var world = SchedulerWorld("a")
        try world.submit(world.request("one"))
        let run = world.begin()[0]
        let begin = world.now
        try world.submit(world.request("one"))
        world.now += 5
        #expect(world.complete(run) == .completed(success: true))
        #expect(world.begin().isEmpty)
        #expect(world.wait("one") == TaskWait(.spacing(until: begin + 900), since: begin))
        // Processing is another thing.
        try world.submit(world.request("two", .processing))
        #expect(world.begin().names == ["a.two"])
        #expect(world.decide().nextChange != nil)
        #expect(world.begin(after: 894).isEmpty)
        #expect(world.begin(after: 1).names == ["a.one"])
    }

    @Test("What an app may run a day depends on its use; what runs on external power costs nothing") func runTime()
        throws
    {
        var world = SchedulerWorld("a") { ($0.dailyRunTime, $0.processingSpacing) = (100, 0) }
        try world.submit(world.request("one", .processing))
        try world.submit(world.request("two", .processing))
        let runs = world.begin()
        world.hold(.noExternalPower)
        for run in runs { _ = world.complete(run) }
        #expect(world.scheduler.account(of: "a")?.budget.level == 100)
        try world.submit(world.request("one", .processing))
        let run = world.begin()[0]
        world.now += 99
        #expect(world.complete(run) == .completed(success: true))
        try world.submit(world.request("one", .processing))
        #expect(world.begin().isEmpty)
        guard case .runTimeUsedUp(let until)? = world.wait("one")?.reason else {
            Issue.record("\(String(describing: world.wait("one")))")
            return
        }
        #expect(world.decide().nextChange == until)
        var plugged = world
        plugged.hold()
        #expect(plugged.wait("one")?.reason == .next)
        #expect(plugged.begin().names == ["a.one"])
        #expect(world.begin(after: until - world.now).names == ["a.one"])
    }

    @Test("A clock that was set back while the service was away has nothing run, or wait, for longer") func clock() {
        var world = SchedulerWorld("a")
        let request = world.request("one", .refresh)
        world.scheduler.restore(
            run: 7, request, launchedAt: world.now + 5_000, takenUpAt: world.now + 5_001, isOnExternalPower: false,
            now: world.now)
        #expect(world.scheduler.decide(now: world.now).nextChange == world.now + 30)
        let account = TaskAccount(
            budget: RunTimeBudget(addedAt: 0, base: 100), overruns: 2, throttledUntil: 9_000, throttledSince: 8_000)
        let now = account.following(now: 1_000)
        #expect(now.throttledSince == 1_000 && now.throttledUntil == 2_000)
        #expect(account.following(now: 8_500) == account)
    }

    @Test("A tool has one begin at once, whatever it waits for") func simulation() throws {
        var world = SchedulerWorld("a")
        world.hold(.noNetwork)
        try world.submit(world.request("one", .processing, in: 3_600, needsNetwork: true))
        let isKnown = world.scheduler.simulateLaunch(TaskKey("one", of: "a"))
        let isUnknown = world.scheduler.simulateLaunch(TaskKey("two", of: "a"))
        #expect(isKnown && !isUnknown)
        #expect(world.begin().names == ["a.one"])
        #expect(world.pending().isEmpty)
        // Nor is it told to end for that.
        for run in world.scheduler.running { world.scheduler.takenUp(run.id, now: world.now) }
        #expect(world.scheduler.decide(now: world.now + 1).expire.isEmpty)
    }
}
