// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension TaskScheduler {
    /// Takes what an app asks for, in the place of what it has asked for by the same identifier.
    ///
    /// - `pending`: what counts, where that is something else than what may begin: what begins again does not, what waits behind it does.
    /// - `waits`: of a continued task: whether it waits for its turn, or is refused.
    package mutating func submit(
        _ request: TaskRequest, beside pending: [TaskRequest]? = nil, waits: Bool = true, now: Double
    ) throws(TaskRefusal) {
        let bundleID = request.key.bundleID
        guard let app = apps[bundleID] else { return }
        switch request.kind {
        case .refresh, .processing, .healthResearch:
            if conditions.all[.refreshOff] != nil { throw .unavailable(.refreshOff) }
            if conditions.appsWithoutRefresh[bundleID] != nil { throw .unavailable(.appRefreshOff(bundleID: bundleID)) }
            try checkCount(of: request, beside: pending ?? app.entries.values.map(\.request))
        case .continued:
            // What it replaces is in nobody's way, and what waits for its turn has it first.
            let ahead = continuedRuns(of: app) + app.continued.filter { $0 != request.key.identifier }
            if !waits, ahead.count >= policy.continuedLimit, let first = ahead.first {
                throw .immediateRunIneligible(running: first)
            }
            if ahead.count - continuedRuns(of: app).count >= policy.continuedWaitLimit {
                throw .tooManyPending(.continued, limit: policy.continuedWaitLimit)
            }
        case .sessionEvents: break
        }
        withdraw(request.key)
        queue(request, now: now)
    }

    /// Takes back what was asked for and has not begun.
    ///
    /// - Returns: whether there was such a thing.
    @discardableResult package mutating func cancel(_ key: TaskKey) -> Bool { withdraw(key) != nil }

    /// The same, and what has begun is not to begin once more, whatever becomes of it.
    package mutating func withdraw(all key: TaskKey) {
        cancel(key)
        for id in apps[key.bundleID]?.runs ?? [] where runs[id]?.request.key == key { runs[id]?.withdraw() }
    }

    /// Has a request begin now, whatever it waits for.
    ///
    /// - Returns: whether there is such a request.
    package mutating func simulateLaunch(_ key: TaskKey) -> Bool {
        force(key)
        return apps[key.bundleID]?.entries[key.identifier] != nil
    }

    func continuedRuns(of app: App) -> [String] {
        app.runs.compactMap { runs[$0] }.filter { $0.request.kind == .continued }.map(\.request.key.identifier)
    }

    private func checkCount(of request: TaskRequest, beside pending: [TaskRequest]) throws(TaskRefusal) {
        let others = pending.filter { $0.key != request.key }.map(\.kind)
        if request.kind == .refresh {
            guard others.count(where: { $0 == .refresh }) < policy.refreshLimit else {
                throw .tooManyPending(.refresh, limit: policy.refreshLimit)
            }
        } else {
            guard others.count(where: \.isProcessing) < policy.processingLimit else {
                throw .tooManyPending(.processing, limit: policy.processingLimit)
            }
        }
    }

    // MARK: Waiting

    /// What a request waits for; nil for one that is not pending.
    package func wait(of key: TaskKey, now: Double) -> TaskWait? {
        guard let app = apps[key.bundleID], let entry = app.entries[key.identifier] else { return nil }
        let request = entry.request
        let due = request.due(now: now)
        if due > now {
            // What lasts longer than that is what it waits for.
            if let until = app.account.end(
                of: request.kind, policy: policy, isOnExternalPower: conditions.isOnExternalPower, now: now),
                until > due,
                let reason = accountWait(of: request.kind, request.key.bundleID, now: now)
            {
                return TaskWait(reason, since: min(since(reason, of: app.account, now: now), now))
            }
            return TaskWait(.earliestBegin(due), since: min(request.submittedAt, now))
        }
        if let (condition, since) = conditions.hold(on: request) {
            return TaskWait(.held(condition), since: max(since, due))
        }
        if request.kind == .continued, let running = continuedRuns(of: app).first {
            return TaskWait(.behindContinued(running), since: entry.since)
        }
        if isRunning(request) { return TaskWait(.behindItself, since: entry.since) }
        if let reason = accountWait(of: request.kind, request.key.bundleID, now: now) {
            return TaskWait(reason, since: max(since(reason, of: app.account, now: now), due))
        }
        if let until = spacingEnd(of: request, now: now) {
            return TaskWait(.repetition(until: until), since: max(until - policy.processingSpacing, due))
        }
        let awake = awakeApps.count
        return TaskWait(
            awake < policy.awakeLimit ? .next : .behind(awake: awake, limit: policy.awakeLimit), since: entry.since)
    }

    /// What keeps an app from all that it may ask for, whatever that is; nil for nothing.
    package func wait(ofApp bundleID: String, now: Double) -> TaskWait? {
        guard let account = apps[bundleID]?.account,
            let reason = accountWait(of: .processing, bundleID, now: now)
        else { return nil }
        return TaskWait(reason, since: min(since(reason, of: account, now: now), now))
    }

    /// What keeps an app's tasks of a kind from running now, by what it did before.
    func accountWait(of kind: TaskKind, _ bundleID: String, now: Double) -> TaskWait.Reason? {
        apps[bundleID]?.account.wait(
            of: kind, policy: policy, isOnExternalPower: conditions.isOnExternalPower, now: now)
    }

    private func since(_ reason: TaskWait.Reason, of account: TaskAccount, now: Double) -> Double {
        switch reason {
        case .throttled: account.throttledSince
        case .notStarted(let until): until - policy.throttleTime
        case .spacing: account.lastRefresh ?? now
        case .runTimeUsedUp: account.budget.exhaustedSince(now: now, base: policy.dailyRunTime) ?? now
        case .earliestBegin, .held, .repetition, .behind, .behindContinued, .behindItself, .next: now
        }
    }
}
