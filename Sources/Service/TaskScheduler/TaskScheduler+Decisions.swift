// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension TaskScheduler {
    /// What is to be done now.
    package mutating func decide(now: Double) -> Decision {
        var decision = Decision()
        watchRuns(&decision, now: now)
        while let key = line.takeDue(now: now) {
            guard let entry = apps[key.bundleID]?.entries.removeValue(forKey: key.identifier) else { continue }
            queueDue(entry, now: now)
        }
        for key in forced where !isEnding(key.bundleID) && !isRunning(key) { launch(key, &decision, now: now) }
        for bundleID in appsWithContinued.sorted() { launchContinued(of: bundleID, &decision, now: now) }
        for bundleID in awakeApps.union(conditions.appsInFront).sorted() {
            launchAll(of: bundleID, &decision, now: now)
        }
        launchNext(&decision, now: now)
        decision.nextChange = [line.nextTime, runs.values.compactMap { $0.deadline(policy) }.min()]
            .compactMap { $0 }.min()
        return decision
    }

    /// Apps that do something in the background, continued tasks aside: these are in front, or were.
    var awakeApps: Set<String> {
        Set(runs.values.filter { $0.request.kind != .continued }.map(\.request.key.bundleID))
            .subtracting(conditions.appsInFront)
    }

    /// Whether the process of an app is being ended: nothing is begun in it any more.
    private func isEnding(_ bundleID: String) -> Bool {
        apps[bundleID]?.runs.contains { id in
            if case .ending? = runs[id]?.state { true } else { false }
        } ?? false
    }

    // MARK: What runs

    private mutating func watchRuns(_ decision: inout Decision, now: Double) {
        for var run in running {
            let bundleID = run.request.key.bundleID
            if run.state == .running, let reason = stopping[run.id] ?? endOfCondition(for: run) {
                run.enter(.expiring(reason), now: now)
                decision.expire.append(run)
            } else if let deadline = run.deadline(policy), deadline <= now {
                run.enter(run.overdue(policy), now: now)
                if case .expiring = run.state { decision.expire.append(run) } else { decision.end.insert(bundleID) }
            }
            stopping[run.id] = nil
            runs[run.id] = run
        }
    }

    private func endOfCondition(for run: TaskRun) -> ExpirationReason? {
        guard !run.isForced else { return nil }
        return conditions.hold(on: run.request).map { .condition($0.condition) }
    }

    // MARK: What begins

    /// The time of one has come, or of what keeps its app from running.
    private mutating func queueDue(_ entry: Entry, now: Double) {
        queue(entry.request, now: now)
        if entry.isForced { apps[entry.request.key.bundleID]?.entries[entry.request.key.identifier]?.isForced = true }
    }

    private mutating func launch(_ key: TaskKey, _ decision: inout Decision, now: Double) {
        let isForced = apps[key.bundleID]?.entries[key.identifier]?.isForced ?? false
        guard let request = withdraw(key) else { return }
        let run = TaskRun(
            id: nextRun, request, isOnExternalPower: conditions.isOnExternalPower, isForced: isForced, now: now)
        nextRun += 1
        runs[run.id] = run
        apps[key.bundleID]?.runs.append(run.id)
        // The next one is that long after it, also when its app takes its time to begin.
        if request.kind == .refresh { apps[key.bundleID]?.account.lastRefresh = now }
        decision.launch.append(run)
    }

    private mutating func launchContinued(of bundleID: String, _ decision: inout Decision, now: Double) {
        while !isEnding(bundleID), let app = apps[bundleID], let identifier = app.continued.first,
            continuedRuns(of: app).count < policy.continuedLimit
        { launch(TaskKey(identifier, of: bundleID), &decision, now: now) }
    }

    /// Launches all that an app may do now: it is awake.
    private mutating func launchAll(of bundleID: String, _ decision: inout Decision, now: Double) {
        guard !isEnding(bundleID) else { return }
        let ready = (apps[bundleID]?.entries.values.map { $0 } ?? []).sorted { $0.request.key < $1.request.key }
        for entry in ready {
            guard case .ready = entry.place, conditions.hold(on: entry.request) == nil, !isRunning(entry.request),
                accountWait(of: entry.request.kind, bundleID, now: now) == nil
            else { continue }
            launch(entry.request.key, &decision, now: now)
        }
    }

    /// Wakes apps for as long as there are places.
    private mutating func launchNext(_ decision: inout Decision, now: Double) {
        var free = policy.awakeLimit - awakeApps.count
        for lane in line.ready.keys.sorted() where conditions.condition(on: lane) == nil {
            while free > 0, let place = line.first(in: lane) {
                guard let entry = apps[place.key.bundleID]?.entries[place.key.identifier] else {
                    line.leave(place.key, in: lane, since: place.time)
                    continue
                }
                if conditions.appsWithoutRefresh[place.key.bundleID] != nil || isEnding(place.key.bundleID)
                    || isRunning(entry.request)
                {
                    move(place.key, entry, to: .parked)
                } else if let until = apps[place.key.bundleID]?.account.end(
                    of: entry.request.kind, policy: policy, isOnExternalPower: conditions.isOnExternalPower, now: now)
                {
                    move(place.key, entry, to: .late(until: until))
                } else {
                    launch(place.key, &decision, now: now)
                    launchAll(of: place.key.bundleID, &decision, now: now)
                    free -= 1
                }
            }
        }
    }

    private mutating func move(_ key: TaskKey, _ entry: Entry, to place: Entry.Place) {
        withdraw(key)
        if case .late(let until) = place { line.wait(key, until: until) }
        apps[key.bundleID]?.entries[key.identifier] = Entry(request: entry.request, place: place, since: entry.since)
        if entry.isForced { force(key) }
    }
}
