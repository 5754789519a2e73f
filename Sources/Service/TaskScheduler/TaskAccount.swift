// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is known of an app's behaviour in the background.
package struct TaskAccount: Equatable, Sendable {
    package var budget: RunTimeBudget
    /// How often in a row it did not end its task by itself.
    package var overruns: Int
    /// Until when it is left alone, and since when (seconds since 1970).
    package var (throttledUntil, throttledSince): (Double, Double)
    /// When its last refresh began (seconds since 1970).
    package var lastRefresh: Double?
    /// Until when it is not started again, as it cannot be (seconds since 1970). Who begins anew looks again.
    private var notStartedUntil: Double = 0

    package init(
        budget: RunTimeBudget, overruns: Int = 0, throttledUntil: Double = 0, throttledSince: Double = 0,
        lastRefresh: Double? = nil
    ) {
        self.budget = budget
        self.overruns = overruns
        self.throttledUntil = throttledUntil
        self.throttledSince = throttledSince
        self.lastRefresh = lastRefresh
    }

    /// The same by a clock that was set back meanwhile: nothing lasts longer for that.
    package func following(now: Double) -> TaskAccount {
        var account = self
        account.budget.follow(now: now)
        if throttledSince > now {
            account.throttledUntil -= throttledSince - now
            account.throttledSince = now
        }
        return account
    }

    /// Notes how a task has ended.
    ///
    /// - `isCounted`: whether it is told of another task, too, and counts there.
    /// - `time`: seconds that it ran and that count.
    mutating func note(_ outcome: TaskOutcome, isCounted: Bool, time: Double, policy: TaskPolicy, now: Double) {
        if time > 0 { budget.spend(time, now: now, base: policy.dailyRunTime) }
        if outcome.isOverrun {
            if isCounted { return }
            overruns += 1
            throttledSince = now
            throttledUntil = now + policy.throttle(after: overruns)
        } else if case .completed = outcome {
            (overruns, throttledUntil) = (0, 0)
        } else if case .notStarted = outcome {
            notStartedUntil = now + policy.throttleTime
        } else if outcome == .quit {
            noteQuit(policy: policy, now: now)
        }
    }

    /// A person has quit the app, and does not want to see it come back at once.
    mutating func noteQuit(policy: TaskPolicy, now: Double) {
        throttledSince = now
        throttledUntil = max(throttledUntil, now + policy.throttleTime)
    }

    /// The app can be started again, as far as is known.
    ///
    /// - Returns: whether it was kept from that.
    mutating func noteStartable(now: Double) -> Bool {
        defer { notStartedUntil = 0 }
        return notStartedUntil > now
    }

    /// The app is in front.
    mutating func noteUse(now: Double) {
        budget.noteUse(now: now)
        (overruns, throttledUntil, notStartedUntil) = (0, 0, 0)
    }

    /// What keeps a task of this kind from running now.
    ///
    /// - `isOnExternalPower`: what runs then is not counted, and nothing is too much.
    func wait(of kind: TaskKind, policy: TaskPolicy, isOnExternalPower: Bool, now: Double) -> TaskWait.Reason? {
        if throttledUntil > now { return .throttled(until: throttledUntil, overruns: overruns) }
        if notStartedUntil > now { return .notStarted(until: notStartedUntil) }
        if kind == .refresh, let lastRefresh {
            let until = lastRefresh + policy.refreshSpacing
            // A clock that was set back does not keep it for longer than that.
            if until > now, lastRefresh <= now { return .spacing(until: until) }
        }
        if kind != .continued, !isOnExternalPower,
            let until = budget.exhaustedUntil(now: now, base: policy.dailyRunTime)
        {
            return .runTimeUsedUp(until: until)
        }
        return nil
    }

    /// Until when something keeps a task of this kind from running (seconds since 1970); nil when nothing does.
    func end(of kind: TaskKind, policy: TaskPolicy, isOnExternalPower: Bool, now: Double) -> Double? {
        switch wait(of: kind, policy: policy, isOnExternalPower: isOnExternalPower, now: now) {
        case .throttled(let until, _), .notStarted(let until), .spacing(let until), .runTimeUsedUp(let until): until
        case nil, .earliestBegin, .held, .repetition, .behind, .behindContinued, .behindItself, .next: nil
        }
    }
}
