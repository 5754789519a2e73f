// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

@testable import TaskScheduler

/// A scheduler with apps, and a clock that is set by hand.
struct SchedulerWorld {
    static let start: Double = 1_800_000_000
    var scheduler: TaskScheduler
    var now = SchedulerWorld.start
    var policy: TaskPolicy { scheduler.policy }

    init(_ apps: String..., change: (inout TaskPolicy) -> Void = { _ in }) {
        var policy = TaskPolicy()
        change(&policy)
        scheduler = TaskScheduler(policy: policy)
        for app in apps {
            scheduler.add(
                app, TaskAccount(budget: RunTimeBudget(addedAt: now, base: policy.dailyRunTime)))
        }
    }

    func request(
        _ identifier: String, _ kind: TaskKind = .refresh, of app: String = "a", in seconds: Double? = nil,
        needsNetwork: Bool = false, needsExternalPower: Bool = false
    ) -> TaskRequest {
        TaskRequest(
            TaskKey(identifier, of: app), kind, earliestBegin: seconds.map { now + $0 }, needsNetwork: needsNetwork,
            needsExternalPower: needsExternalPower, submittedAt: now)
    }

    mutating func submit(_ request: TaskRequest, waits: Bool = true) throws(TaskRefusal) {
        try scheduler.submit(request, waits: waits, now: now)
    }

    mutating func decide(after seconds: Double = 0) -> TaskScheduler.Decision {
        now += seconds
        return scheduler.decide(now: now)
    }

    /// Decides, has all that is launched be taken up, and answers what that is.
    mutating func begin(after seconds: Double = 0) -> [TaskRun] {
        let launched = decide(after: seconds).launch
        for run in launched { scheduler.takenUp(run.id, now: now) }
        return launched
    }

    mutating func complete(_ run: TaskRun, success: Bool = true) -> TaskOutcome? {
        scheduler.completed(run.id, success: success, now: now)
    }

    mutating func hold(_ conditions: TaskCondition..., appsWithoutRefresh: String...) {
        scheduler.update(
            TaskConditions(
                Dictionary(uniqueKeysWithValues: conditions.map { ($0, now) }),
                appsWithoutRefresh: Dictionary(uniqueKeysWithValues: appsWithoutRefresh.map { ($0, now) })), now: now)
    }

    func wait(_ identifier: String, of app: String = "a") -> TaskWait? {
        scheduler.wait(of: TaskKey(identifier, of: app), now: now)
    }

    func pending(_ app: String = "a") -> [String] { scheduler.pending(of: app).map(\.key.identifier) }
}

extension [TaskRun] {
    var names: [String] { map { $0.request.key.bundleID + "." + $0.request.key.identifier } }
}
