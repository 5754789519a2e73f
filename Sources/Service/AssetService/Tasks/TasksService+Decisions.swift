// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ProcessSupervision
internal import ServiceInterface
internal import SystemSupport
internal import TaskScheduler

// When what is to happen.
extension TasksService {
    /// Seconds between two looks at the files that tell of the device's power.
    private static let pause: Double = 30

    /// Seconds that apps which run have to come back to a service that has begun.
    static let returnTime: Double = 5

    /// Begins and ends tasks, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in for await end in processes.allEnds { await ended(end) } }
            group.addTask { [self] in await decideAgainAndAgain() }
            group.addTask { [self] in await processes.followOutputs() }
        }
    }

    private func decideAgainAndAgain() async {
        while !Task.isCancelled {
            // From before it is looked at, so that nothing falls in between.
            let changes = ChangeSignal.changes(of: [changes] + conditions.taskSignals)
            await recorder.retry()
            let next = await decide()
            // Apps are told whether power is saved, whatever they wait for.
            let isWatched = (scheduler.heedsConditions || !followers.isEmpty) && conditions.hasPowerFiles
            let look = isWatched ? clock.now + Self.pause : .infinity
            let record = await recorder.nextAttempt(at: clock.now)
            await clock.sleep(until: min(next ?? .infinity, look, record), orFirstOf: changes)
        }
    }

    /// Has the scheduler know how things stand now, for all apps that it knows.
    func look() async {
        lookCount += 1
        let (number, now) = (lookCount, clock.now)
        var found = await conditions.taskConditions(
            of: scheduler.bundleIDs, before: scheduler.conditions, now: now)
        found.appsInFront = Set(followers.values.filter { processes.foreground.contains($0.processID) }.map(\.bundleID))
        // One that was begun later may have been done before.
        guard number > lastLook else { return }
        lastLook = number
        guard found != scheduler.conditions else { return }
        let wasSaving = scheduler.conditions.isInLowPowerMode
        scheduler.update(found, now: now)
        guard found.isInLowPowerMode != wasSaving else { return }
        for follower in followers.values { follower.mailbox.post(TaskEvent(.powerState)) }
    }

    /// Takes note of apps that could not be started, and are other versions by now.
    private func lookForVersions() async {
        for (bundleID, version) in notStarted where await currentVersion(of: bundleID) != version {
            noteStartable(bundleID)
        }
    }

    /// nil for an app that has none.
    func currentVersion(of bundleID: String) async -> Int64? {
        do throws(ServiceError) { return try await catalog.version(of: bundleID).id } catch { return nil }
    }

    /// An app that could not be started can be, as far as is known.
    func noteStartable(_ bundleID: String) {
        notStarted[bundleID] = nil
        scheduler.noteStartable(bundleID, now: clock.now)
        changes.signal()
    }

    /// Does what is to be done now.
    ///
    /// - Returns: when there may be something else to do (seconds since 1970).
    private func decide() async -> Double? {
        await look()
        await lookForVersions()
        return await inOrder { service in
            let begin = ContinuousClock.now
            let decision = service.scheduler.decide(now: service.clock.now)
            service.times.add(.now - begin)
            var change = TaskChange()
            for run in decision.launch { service.begin(run, in: &change) }
            for run in decision.expire {
                guard case .expiring(let reason) = run.state else { continue }
                service.note("expiring", of: run.request.key, run: run.id, "\(reason)", in: &change)
            }
            for run in decision.launch {
                if let stored = await service.stored(run.id) { change.running.append(stored) }
            }
            await service.record(change)
            for (bundleID, runs) in Dictionary(grouping: decision.launch, by: \.request.key.bundleID) {
                await service.deliver(runs, to: bundleID)
            }
            for run in decision.expire { await service.warn(run) }
            for bundleID in decision.end { await service.end(bundleID) }
            return decision.nextChange
        }
    }

    private func begin(_ run: TaskRun, in change: inout TaskChange) {
        let key = run.request.key
        guard let held = backlog.begin(key, in: &change) else { return }
        // What its app has asked for meanwhile has its turn after that.
        if let next = backlog.next(key) { scheduler.restore(next.request, now: clock.now) }
        active[run.id] = Active(held: held)
        if let session = held.session { sessionRuns.launch(session) }
        note("launched", of: held.key, run: run.id, in: &change)
    }

    /// Has an app hear of what was launched.
    private func deliver(_ runs: [TaskRun], to bundleID: String) async {
        // Before it is looked at who is there: a process that is told of them is not let go of for what it did before.
        await processes.begin(.tasks, of: bundleID)
        let own = await followers(of: bundleID)
        var told: Set<Int32> = []
        if let first = own.min(by: { $0.processID < $1.processID }) {
            for run in runs {
                guard let task = active[run.id] else { continue }
                let asker = run.request.kind == .continued ? task.held.processID : nil
                let follower = own.first { $0.processID == asker } ?? first
                told.insert(follower.processID)
                tell(run, to: follower)
            }
        } else if runs.allSatisfy({ $0.request.kind == .continued }) {
            // What a person has begun in an app is nothing without it. To a service that has begun a moment ago it comes back.
            guard clock.now < startedAt + Self.returnTime else { return await drop(runs, of: bundleID) }
            Task { [self] in await dropUnlessReturned(runs, of: bundleID) }
            return
        }
        // Each may be suspended, and none waits for what another one waits for.
        for processID in told { Task { [self] in await wake(bundleID, processID) } }
        guard told.isEmpty else { return }
        Task { [self] in
            let processID = await waitUntilReturned(bundleID)
            await processes.wake(bundleID, processID: processID) { [self] in
                if await followers(of: bundleID).isEmpty { await !isAwaited(bundleID) } else { true }
            }
        }
    }

    /// Has the process of an app that was told what was launched go on. Where it is gone another one is started, unless it has begun with all of
    /// that before.
    func wake(_ bundleID: String, _ processID: Int32) async {
        // What cannot be seen from here, as in a container, is there as long as it follows.
        guard processID > 0 else { return }
        await processes.wake(bundleID, processID: processID) { [self] in await !isAwaited(bundleID) }
        // It may have ended before it had heard of that, and another one be there.
        guard ProcessStatus.isExiting(processID) else { return }
        await inOrder { service in
            guard let other = await service.followers(of: bundleID).min(by: { $0.processID < $1.processID }) else {
                return
            }
            for run in service.scheduler.running
            where run.request.key.bundleID == bundleID && run.state == .launching {
                service.tell(run, to: other)
            }
        }
    }

    /// Has a process hear of what was launched, unless it has: one that has come since then was told.
    private func tell(_ run: TaskRun, to follower: Follower) {
        guard let task = active[run.id], !task.told.contains(follower.processID) else { return }
        follower.mailbox.post(launch(run, task))
        active[run.id]?.told.insert(follower.processID)
    }

    /// Whether something was launched for an app that no process of it has begun with.
    private func isAwaited(_ bundleID: String) -> Bool {
        scheduler.running.contains { $0.request.key.bundleID == bundleID && $0.state == .launching }
    }

    /// The processes of an app that hear of its tasks, but for one that is being ended, or has ended: what it has started itself may keep its
    /// connection.
    private func followers(of bundleID: String) async -> [Follower] {
        let ending = await processes.endingProcess(of: bundleID)
        var found: [Follower] = []
        for follower in followers.values where follower.bundleID == bundleID {
            if ProcessStatus.isExiting(follower.processID) { continue }
            let isEnding = ending != nil ? await processes.owner(of: follower.processID, in: bundleID) == ending : false
            if !isEnding { found.append(follower) }
        }
        return found
    }

    /// Returns when an app that was there before the service hears of its tasks, or has no more time for that.
    ///
    /// - Returns: a process of it that is suspended, and cannot come back.
    private func waitUntilReturned(_ bundleID: String) async -> Int32? {
        let end = startedAt + Self.returnTime
        guard await processes.process(of: bundleID) == nil else { return nil }
        let found = await processes.launches.running(bundleID)
        // However long the service is there.
        if let suspended = found.first(where: processes.foreground.isSuspended) { return suspended }
        guard clock.now < end, !found.isEmpty else { return nil }
        let watching = found.map { processID in
            Task { [arrivals, logger] in
                do throws(SystemError) { try await ProcessWait.waitUntilEnded(processID) } catch {
                    logger.warning("whether \(bundleID) comes back is waited for all the same: \(error)")
                }
                arrivals.signal()
            }
        }
        defer { for watch in watching { watch.cancel() } }
        while clock.now < end {
            let changes = ChangeSignal.changes(of: [arrivals])
            if await !followers(of: bundleID).isEmpty { break }
            // What has ended does not come back.
            if found.allSatisfy({ ProcessStatus(of: $0)?.isDead ?? true }) { break }
            await clock.sleep(until: end, orFirstOf: changes)
        }
        return nil
    }

    /// Has whoever has taken a task up hear that it is to end.
    private func warn(_ run: TaskRun) async {
        guard let active = active[run.id], case .expiring(let reason) = run.state else { return }
        let bundleID = run.request.key.bundleID
        for follower in followers.values where follower.bundleID == bundleID {
            guard await processes.owner(of: follower.processID, in: bundleID) == active.processID else { continue }
            follower.mailbox.post(expiration(run, active, reason))
        }
    }

    /// Ends an app that does not end its tasks.
    private func end(_ bundleID: String) async {
        let overdue = scheduler.running.filter { run in
            guard case .ending = run.state else { return false }
            return run.request.key.bundleID == bundleID
        }
        // Each of its processes with what it has, or was told of and has not begun with.
        var owners: [UInt64: Int32] = [:]
        for run in overdue { owners[run.id] = await owner(of: run, in: bundleID) }
        for (processID, runs) in Dictionary(grouping: overdue, by: { owners[$0.id] }) {
            let ids = Set(runs.map(\.id))
            switch await processes.end(bundleID, processID: processID) {
            case .ended: continue
            case .absent:
                let how = "it did not end them in time"
                await conclude(scheduler.processEnded(of: bundleID, with: ids, how, now: clock.now), of: bundleID)
            // It goes on, with its other tasks.
            case .inFront:
                await conclude(scheduler.processStays(of: bundleID, with: ids, now: clock.now), of: bundleID)
            case .debugged:
                logger.notice("\(bundleID) is being debugged: it is not ended, and nothing is held against it")
                let over = scheduler.processStays(of: bundleID, with: ids, isCounted: false, now: clock.now)
                await conclude(over, of: bundleID)
            }
        }
    }

    /// The process whose a run is: which has taken it up, or was alone told of it; nil for none.
    private func owner(of run: TaskRun, in bundleID: String) async -> Int32? {
        guard let task = active[run.id] else { return nil }
        if let processID = task.processID { return processID }
        guard task.told.count == 1, let processID = task.told.first else { return nil }
        return await processes.owner(of: processID, in: bundleID)
    }

    /// What a person has begun in an app is over with it, and that is no fault of the app's.
    private func drop(_ runs: [TaskRun], of bundleID: String) async {
        let ids = Set(runs.map(\.id).filter { scheduler.run($0)?.state == .launching })
        let over = scheduler.processEnded(
            of: bundleID, with: ids, "its app has ended", by: .closing, now: clock.now)
        await conclude(over, of: bundleID)
    }

    /// The same, where no process of the app has come back to a service that has begun a moment ago.
    private func dropUnlessReturned(_ runs: [TaskRun], of bundleID: String) async {
        let end = startedAt + Self.returnTime
        while clock.now < end {
            let changes = ChangeSignal.changes(of: [arrivals])
            guard !Task.isCancelled, await followers(of: bundleID).isEmpty else { return }
            await clock.sleep(until: end, orFirstOf: changes)
        }
        await inOrder { service in
            if await service.followers(of: bundleID).isEmpty { await service.drop(runs, of: bundleID) }
        }
    }

    private func conclude(_ runs: [(run: TaskRun, outcome: TaskOutcome)], of bundleID: String) async {
        var change = TaskChange()
        for (run, outcome) in runs { conclude(run, outcome, nil, in: &change) }
        await record(change)
        await settle(bundleID)
        changes.signal()
    }
}
