// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension TaskScheduler {
    /// An app has taken up a task.
    package mutating func takenUp(_ id: UInt64, now: Double) {
        guard runs[id]?.state == .launching else { return }
        runs[id]?.enter(.running, now: now)
        guard let run = runs[id], run.request.kind == .refresh else { return }
        apps[run.request.key.bundleID]?.account.lastRefresh = now
    }

    /// A continued task has got on.
    package mutating func noteProgress(_ id: UInt64, now: Double) {
        if runs[id]?.state == .running { runs[id]?.noteProgress(now: now) }
    }

    /// An app has ended a task.
    ///
    /// - Returns: how that counts; nil for one that has ended already.
    package mutating func completed(_ id: UInt64, success: Bool, now: Double) -> TaskOutcome? {
        guard let run = runs[id] else { return nil }
        let outcome = run.completion(success: success)
        end(run, outcome, now: now)
        // What stood back while its process was being ended has its turn.
        if case .ending = run.state { queueAgain(run.request.key.bundleID, now: now) }
        return outcome
    }

    /// A process of an app has ended, or none could be started.
    ///
    /// - `ids`: the runs that it had; nil for all.
    /// - Returns: what it had on its hands, and how that counts.
    package mutating func processEnded(
        of bundleID: String, with ids: Set<UInt64>? = nil, _ how: String, by cause: ProcessEndCause = .itself,
        now: Double
    ) -> [(run: TaskRun, outcome: TaskOutcome)] {
        let ended = (apps[bundleID]?.runs ?? []).filter { ids?.contains($0) ?? true }.compactMap { runs[$0] }
        // Of one that was ended for a task, its other tasks can do nothing about it.
        let isEnded = ended.contains { if case .ending = $0.state { true } else { false } }
        defer { queueAgain(bundleID, now: now) }
        // One process is one fault, whatever number of tasks it had.
        var isCounted = false
        return ended.map { run in
            let outcome = outcome(of: run, how, by: cause, isEndedForOther: isEnded)
            end(run, outcome, isCounted: isCounted, now: now)
            isCounted = isCounted || outcome.isOverrun
            return (run, outcome)
        }
    }

    private func outcome(
        of run: TaskRun, _ how: String, by cause: ProcessEndCause, isEndedForOther: Bool
    ) -> TaskOutcome {
        switch (run.state, cause) {
        case (.ending, _): run.death(how)
        case (_, .notStarted): .notStarted(how: how)
        case (_, .closing): .closed(how: how)
        case (_, .opening): .madeWay
        case (_, .quitting): .quit
        case (_, .unseen): .interrupted(how: how)
        case (_, .itself): isEndedForOther ? .endedWithApp : run.death(how)
        }
    }

    /// A person quits an app. It is left alone for a while, and has not begun with what was just being launched; what it does ends with it.
    ///
    /// - Returns: what is over, and how that counts.
    package mutating func quit(_ bundleID: String, now: Double) -> [(run: TaskRun, outcome: TaskOutcome)] {
        apps[bundleID]?.account.noteQuit(policy: policy, now: now)
        return (apps[bundleID]?.runs ?? []).compactMap { runs[$0] }.filter { $0.state == .launching }.map { run in
            end(run, .quit, now: now)
            return (run, .quit)
        }
    }

    /// The process of an app goes on, as a person has it in front: what it was to end, and did not, is over, and nothing else.
    ///
    /// - `ids`: the runs that it has; nil for all.
    /// - `isCounted`: whether that it has not ended them is held against the app.
    /// - Returns: what is over, and how that counts.
    package mutating func processStays(
        of bundleID: String, with ids: Set<UInt64>? = nil, isCounted: Bool = true, now: Double
    ) -> [(run: TaskRun, outcome: TaskOutcome)] {
        let over = (apps[bundleID]?.runs ?? []).filter { ids?.contains($0) ?? true }.compactMap { runs[$0] }
            .filter { if case .ending = $0.state { true } else { false } }
        defer { queueAgain(bundleID, now: now) }
        // What is not to count counts as if it had.
        var isCounted = !isCounted
        return over.map { run in
            let outcome = run.death("it has not begun with it in time")
            end(run, outcome, isCounted: isCounted, now: now)
            isCounted = isCounted || outcome.isOverrun
            return (run, outcome)
        }
    }

    /// Has a task be told to end at the next decision.
    ///
    /// - Returns: whether there is one that runs.
    package mutating func expire(_ id: UInt64, _ reason: ExpirationReason) -> Bool {
        guard runs[id]?.state == .running else { return false }
        stopping[id] = reason
        return true
    }

    /// - `isCounted`: whether what has happened to it counts already, for another task.
    private mutating func end(_ run: TaskRun, _ outcome: TaskOutcome, isCounted: Bool = false, now: Double) {
        let (key, bundleID) = (run.request.key, run.request.key.bundleID)
        runs[run.id] = nil
        stopping[run.id] = nil
        apps[bundleID]?.runs.removeAll { $0 == run.id }
        let counts = run.request.kind != .continued && !run.isOnExternalPower
        let time = counts ? run.beganAt.map { max(0, now - $0) } ?? 0 : 0
        let wasThrottled = apps[bundleID].map { $0.account.throttledUntil > now } ?? false
        apps[bundleID]?.account.note(
            outcome, isCounted: isCounted, time: time, policy: policy, now: now)
        if outcome.waitsAgain(run.request) {
            // It is as if it had not begun.
            if run.request.kind == .refresh { apps[bundleID]?.account.lastRefresh = nil }
            // What the app has asked for meanwhile comes after what it had begun, and is in the place of what it had not.
            if run.again.isAgain || apps[bundleID]?.entries[key.identifier] == nil {
                withdraw(key)
                queue(run.again, now: now)
            }
        } else if run.request.kind.isProcessing, !outcome.isOverrun {
            apps[bundleID]?.processed[key.identifier] = now
        }
        queueAgain(key, now: now)
        // What has waited for that has its turn.
        if wasThrottled, apps[bundleID].map({ $0.account.throttledUntil <= now }) ?? false {
            queueAgain(bundleID, now: now)
        }
    }
}
