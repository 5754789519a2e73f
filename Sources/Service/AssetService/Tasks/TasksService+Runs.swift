// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ProcessSupervision
internal import ServiceInterface
internal import TaskScheduler

// What runs: taken up, got on with, and ended.
extension TasksService {
    /// The run of an app that has a number.
    ///
    /// - Throws: `taskNotFound`.
    private func run(_ number: Int64, of bundleID: String) throws(ServiceError) -> TaskRun {
        guard let id = UInt64(exactly: number), let run = scheduler.run(id), run.request.key.bundleID == bundleID else {
            throw ServiceError(
                .taskNotFound, "run \(number) of \(bundleID) is none, or is over", subject: bundleID)
        }
        return run
    }

    /// A process begins with a task.
    func takeUp(_ number: Int64, of bundleID: String, by processID: Int32) async throws(ServiceError) {
        try await inOrder { (service) async throws(ServiceError) in
            let run = try service.run(number, of: bundleID)
            // What a process of the app has started itself does the app's tasks as well.
            let processID = await service.processes.owner(of: processID, in: bundleID)
            let holder = service.active[run.id]?.processID
            guard run.state == .launching || holder == processID else {
                throw ServiceError(
                    .taskNotFound, "another process of \(bundleID) has begun with run \(number)", subject: bundleID)
            }
            guard run.state == .launching else { return }
            guard await service.processes.endingProcess(of: bundleID) != processID else {
                throw ServiceError(
                    .taskNotFound, "process \(processID) of \(bundleID) is being ended: run \(number) is another's",
                    subject: bundleID)
            }
            await service.processes.begin(.tasks, of: bundleID)
            let isThere = await service.processes.adopt(processID, of: bundleID, isStarted: false)
            // Nobody would see the end of one that has ended meanwhile.
            guard isThere || !ProcessStatus.isExiting(processID) else {
                Task { await service.wake(bundleID, processID) }
                throw ServiceError(
                    .taskNotFound, "process \(processID) of \(bundleID) has ended: run \(number) is another's",
                    subject: bundleID)
            }
            service.active[run.id]?.processID = processID
            service.scheduler.takenUp(run.id, now: service.clock.now)
            var change = TaskChange()
            if let stored = await service.stored(run.id) { change.running = [stored] }
            service.note(accountOf: bundleID, in: &change)
            service.note("takenUp", of: run.request.key, run: run.id, in: &change)
            await service.record(change)
            if let session = service.active[run.id]?.held.session {
                service.sessionRuns.end(session, isTakenUp: true)
            }
        }
        changes.signal()
    }

    /// Characters of what an app says of a task that it has not begun with.
    private static let largestFailure = 1024

    /// An app has ended a task.
    ///
    /// - `processID`: of the process that says so.
    /// - `failure`: why it did not even begin with it, for a person.
    func complete(
        _ number: Int64, of bundleID: String, by processID: Int32, success: Bool, failure: String?
    ) async throws(ServiceError) {
        guard let id = UInt64(exactly: number) else { return }
        let failure = failure.map { String($0.prefix(Self.largestFailure)) }
        await inOrder { service in
            // What one has begun with no other one ends.
            let processID = await service.processes.owner(of: processID, in: bundleID)
            guard let run = service.scheduler.run(id), run.request.key.bundleID == bundleID,
                service.active[id]?.processID ?? processID == processID,
                let outcome = service.scheduler.completed(id, success: success, now: service.clock.now)
            else { return }
            // One that has nothing for it has been woken for it all the same.
            if failure != nil, let session = service.active[id]?.held.session {
                service.sessionRuns.end(session, isTakenUp: true)
            }
            var change = TaskChange()
            service.conclude(run, outcome, failure, in: &change)
            await service.record(change)
            if !service.runs(bundleID) { await service.processes.settleSoon(.tasks, of: bundleID) }
        }
        changes.signal()
    }

    /// How far a continued task is.
    ///
    /// - `completed`: units that are done: where nobody knows of how many the fraction stays what it is.
    func report(
        _ number: Int64, of bundleID: String, fraction: Double, completed: Int64?, title: String?, subtitle: String?
    ) async throws(ServiceError) {
        let run = try run(number, of: bundleID)
        let fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
        // What tells the same again has not got on; what has found more to do, and does it, has.
        let before = active[run.id]
        let isFurther = completed.map { $0 != before?.completed ?? 0 } ?? false
        if isFurther || fraction != before?.fraction ?? 0 { scheduler.noteProgress(run.id, now: clock.now) }
        active[run.id]?.fraction = fraction
        active[run.id]?.completed = completed ?? before?.completed
        if var task = active[run.id]?.held.task, title != nil || subtitle != nil {
            task.title = title ?? task.title
            task.subtitle = subtitle ?? task.subtitle
            if let held = HeldTask(task, of: bundleID, submittedAt: run.request.submittedAt) {
                active[run.id]?.held = held
            }
        }
        changes.signal()
    }

    /// Has what runs by an identifier end.
    ///
    /// - Throws: `taskNotFound`.
    func expire(_ identifier: String, of bundleID: String, _ reason: ExpirationReason) throws(ServiceError) {
        let keys = HeldTask.keys(named: identifier, of: bundleID)
        let runs = scheduler.running.filter { keys.contains($0.request.key) }
        var isOne = false
        for run in runs where scheduler.expire(run.id, reason) { isOne = true }
        guard isOne else {
            throw ServiceError(.taskNotFound, "no task \(identifier) of \(bundleID) runs", subject: bundleID)
        }
        changes.signal()
    }

    /// A person stops a task: what runs is told to end, and a continued task that waits for its turn is taken back.
    ///
    /// - Throws: `taskNotFound`.
    func stop(_ identifier: String, of bundleID: String) async throws(ServiceError) {
        let key = TaskKey(identifier, of: bundleID)
        let isTakenBack = await inOrder { service in
            guard service.backlog.waiting(key)?.request.kind == .continued else { return false }
            var change = TaskChange()
            service.backlog.withdraw(key, in: &change)
            service.scheduler.cancel(key)
            service.note("cancelled", of: key, "somebody has stopped it before it had begun", in: &change)
            await service.record(change)
            return true
        }
        changes.signal()
        // What was asked for again waits behind what runs.
        do throws(ServiceError) { try expire(identifier, of: bundleID, .stoppedByPerson) } catch {
            if !isTakenBack { throw error }
        }
    }

    /// Has a request begin now.
    ///
    /// - Throws: `taskNotFound`.
    func simulateLaunch(_ identifier: String, of bundleID: String) throws(ServiceError) {
        let found = HeldTask.keys(named: identifier, of: bundleID).filter { scheduler.simulateLaunch($0) }
        guard !found.isEmpty else {
            throw ServiceError(
                .taskNotFound, "\(bundleID) has not asked for a task \(identifier), or it has begun", subject: bundleID)
        }
        changes.signal()
    }

    // MARK: Processes

    /// The process of an app has ended, or could not be started.
    func ended(_ end: AppProcesses.End) async {
        let bundleID = end.bundleID
        await inOrder { service in
            // What another process of the app has taken up, or is there for, goes on.
            let hasOther = await service.processes.process(of: bundleID).map { $0.id != end.processID } ?? false
            let over = service.active.filter { _, task in
                task.held.key.bundleID == bundleID
                    && (task.processID.map { $0 == end.processID } ?? (end.isCurrent && !hasOther))
            }.keys
            guard end.isCurrent || !over.isEmpty else { return }
            var change = TaskChange()
            service.end(Set(over), with: end, in: &change)
            if end.cause == .notStarted {
                service.notStarted[bundleID] = await service.currentVersion(of: bundleID)
            }
            service.cancelContinued(of: bundleID, withoutProcess: end.processID, in: &change)
            await service.record(change)
            await service.settle(bundleID)
        }
        changes.signal()
    }

    /// Runs are over, as their process is.
    func end(_ ids: Set<UInt64>, with end: AppProcesses.End, in change: inout TaskChange) {
        let over = scheduler.processEnded(of: end.bundleID, with: ids, end.how, by: end.cause, now: clock.now)
        for (run, outcome) in over { conclude(run, outcome, nil, in: &change) }
    }

    /// What a person has begun in an app, and waits for its turn, goes with the app.
    ///
    /// - `processID`: of the process that has ended, whose connection may not have been closed yet.
    func cancelContinued(
        of bundleID: String, withoutProcess processID: Int32, in change: inout TaskChange
    ) {
        let others = followers.values.filter { $0.bundleID == bundleID && $0.processID != processID }
        guard others.isEmpty else { return }
        for key in backlog.keys(of: bundleID) where backlog.waiting(key)?.request.kind == .continued {
            backlog.withdraw(key, in: &change)
            scheduler.cancel(key)
            note("cancelled", of: key, "its app has ended", in: &change)
        }
    }

    /// Takes note of the end of a run. What was lost by another's fault waits again.
    func conclude(_ run: TaskRun, _ outcome: TaskOutcome, _ failure: String?, in change: inout TaskChange) {
        let held = active.removeValue(forKey: run.id)?.held
        if let session = held?.session { sessionRuns.finish(session) }
        let key = run.request.key
        change.ended.append(Int64(run.id))
        if outcome.waitsAgain(run.request), let held {
            if run.again.isAgain {
                backlog.beginAgain(held, in: &change)
            } else if backlog.waiting(key) == nil {
                // Unless the app has asked again meanwhile; what else there is for a session is looked at with it.
                backlog.wait(held, in: &change)
            }
        }
        note(accountOf: key.bundleID, in: &change)
        note(outcome.event, of: key, run: run.id, failure ?? outcome.words(of: run.request), in: &change)
    }

    /// An app with nothing to do is let go of.
    func settle(_ bundleID: String) async {
        if !runs(bundleID) { await processes.settle(.tasks, of: bundleID) }
    }

    /// Whether an app has a task that has begun.
    private func runs(_ bundleID: String) -> Bool {
        scheduler.running.contains { $0.request.key.bundleID == bundleID }
    }

    /// A run as it is recorded.
    func stored(_ id: UInt64) async -> StoredTaskRun? {
        guard let run = scheduler.run(id), let active = active[id], let number = Int64(exactly: id) else { return nil }
        // Of what another process has taken up nothing can be told: after a restart it begins again.
        let process = await processes.process(of: run.request.key.bundleID).flatMap {
            active.processID ?? $0.id == $0.id ? $0 : nil
        }
        return StoredTaskRun(
            id: number, task: active.held.stored, launchedAt: run.launchedAt, takenUpAt: run.beganAt,
            onExternalPower: run.isOnExternalPower, processID: process.map { Int64($0.id) },
            processStartedAt: process.flatMap { Int64(exactly: $0.startedAt) },
            startedForTasks: process?.isStarted ?? false, isAgain: run.request.isAgain,
            isWithdrawn: run.request.isWithdrawn)
    }
}
