// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import TaskScheduler

/// What apps want to do while they are not in front: held, begun when the time has come, watched, and on record.
actor TasksService {
    /// A task that was launched.
    struct Active: Sendable {
        var held: HeldTask
        /// The processes that were told of it.
        var told: Set<Int32> = []
        /// The process that has taken it up, or whose child has.
        var processID: Int32?
        /// Of a continued one, from 0 to 1.
        var fraction: Double?
        /// Units of it that are done.
        var completed: Int64?
    }

    /// A process that is told of its tasks.
    struct Follower: Sendable {
        let bundleID: String
        let processID: Int32
        let mailbox: EventMailbox<TaskEvent>
    }

    let store: AssetStore
    let recorder: ChangeRecorder<TaskChange>
    let catalog: AppCatalog
    let processes: AppProcesses
    let conditions: BackgroundConditions
    let sessionRuns: SessionRuns
    let clock: any WallClock
    let logger: Logger
    var scheduler: TaskScheduler
    /// What waits.
    var backlog = TaskBacklog()
    /// What was launched, by the numbers of the runs.
    var active: [UInt64: Active] = [:]
    var followers: [UInt64: Follower] = [:]
    /// Apps that could not be started, and the versions that could not.
    var notStarted: [String: Int64?] = [:]
    var times = DecisionTimes()
    private var nextFollower: UInt64 = 1
    /// How often was looked how things stand, and which look the scheduler goes by.
    var (lookCount, lastLook): (UInt64, UInt64) = (0, 0)
    /// When the service has begun (seconds since 1970).
    var startedAt: Double = 0
    /// Something is to be decided.
    let changes = ChangeSignal()
    /// Told of each process that hears of its tasks from now on.
    let arrivals = ChangeSignal()
    /// What changes the record, one after the other.
    private let order = KeyedLock()

    init(
        store: AssetStore, catalog: AppCatalog, processes: AppProcesses, conditions: BackgroundConditions,
        sessionRuns: SessionRuns, policy: TaskPolicy = TaskPolicy(), clock: any WallClock, logger: Logger
    ) {
        self.store = store
        recorder = ChangeRecorder("what was decided about background tasks", changes: changes, logger: logger) {
            (change, answer) async throws(AssetStoreError) in try await store.record(change, answer: answer)
        }
        self.catalog = catalog
        self.processes = processes
        self.conditions = conditions
        self.sessionRuns = sessionRuns
        self.clock = clock
        self.logger = logger
        scheduler = TaskScheduler(policy: policy)
    }

    /// How many tasks there are, and how long it takes to find out what is to be done.
    var figures: TaskFigures {
        TaskFigures(
            waiting: backlog.count, running: scheduler.running.count, medianDecision: times.median,
            longestDecision: times.longest)
    }

    /// Whether nothing waits and nothing runs: the service may end.
    var isIdle: Bool { scheduler.isIdle }

    /// Does something that changes what is on record, when what was begun before has been recorded.
    func inOrder<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (isolated TasksService) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await order.withLock("") { () async throws(Failure) in try await body(self) }
    }

    /// What was decided is done all the same where it cannot be recorded: that is tried again, and after a restart before that it may be done once
    /// more.
    func record(_ change: TaskChange) async {
        guard change != TaskChange() else { return }
        await recorder.note(change)
    }

    // MARK: Apps

    /// An app is known from its first request on.
    func add(_ bundleID: String, _ app: StoredApp) {
        guard scheduler.account(of: bundleID) == nil else { return }
        scheduler.add(
            bundleID,
            TaskAccount(budget: RunTimeBudget(addedAt: app.addedAt, base: scheduler.policy.dailyRunTime)))
    }

    /// An app is gone; what it asked for is off the record with it.
    func forget(_ bundleID: String) async {
        await inOrder { service in
            service.backlog.remove(service.backlog.keys(of: bundleID))
            for run in service.scheduler.remove(bundleID) {
                if let session = service.active.removeValue(forKey: run.id)?.held.session {
                    service.sessionRuns.end(session, isTakenUp: false)
                }
            }
        }
        await processes.forget(bundleID)
        changes.signal()
    }

    /// A person opens an app: what it does where nobody sees it ends first, and is done by what is opened.
    func makeWay(for bundleID: String) async { await processes.makeWay(for: bundleID) }

    /// A person quits an app: it is left alone for a while.
    func noteQuitting(of bundleID: String) async {
        await processes.noteQuitting(of: bundleID)
        // Who quits one that is not installed is told so by the quitting itself.
        let app: StoredApp
        do throws(ServiceError) { app = try await catalog.app(bundleID) } catch { return }
        await inOrder { service in
            // What it asks for for the first time while it ends is to wait, too.
            service.add(bundleID, app)
            var change = TaskChange()
            for (run, outcome) in service.scheduler.quit(bundleID, now: service.clock.now) {
                service.conclude(run, outcome, nil, in: &change)
            }
            service.note(accountOf: bundleID, in: &change)
            await service.record(change)
            await service.settle(bundleID)
        }
        changes.signal()
    }

    /// A person has opened an app: what it did before in the background is forgiven.
    func noteUse(of bundleID: String, by processID: Int32) async {
        await processes.noteArrival(of: bundleID, processID: processID)
        guard scheduler.account(of: bundleID) != nil else { return }
        await inOrder { service in
            service.scheduler.noteUse(of: bundleID, now: service.clock.now)
            var change = TaskChange()
            service.note(accountOf: bundleID, in: &change)
            await service.record(change)
        }
        changes.signal()
    }

    func note(accountOf bundleID: String, in change: inout TaskChange) {
        guard let account = scheduler.account(of: bundleID) else { return }
        change.accounts.append(account.stored(of: bundleID))
    }

    func note(
        _ event: String, of key: TaskKey, run: UInt64? = nil, _ detail: String? = nil, in change: inout TaskChange
    ) {
        change.records.append(
            StoredTaskRecord(
                bundleID: key.bundleID, identifier: key.identifier, run: run.flatMap { Int64(exactly: $0) },
                time: clock.now, event: event, detail: detail))
        logger.info("\(key): \(event)\(detail.map { ": \($0)" } ?? "")")
    }

    // MARK: Followers

    /// Tells a process what it is to do, until the task is cancelled or `send` throws.
    func follow(
        bundleID: String, session: Session, send: @Sendable (TaskEvent) async throws -> Void
    ) async throws {
        // First: what is launched from then on is told once.
        let owner = await processes.owner(of: session.processID, in: bundleID)
        let id = nextFollower
        nextFollower += 1
        let mailbox = EventMailbox<TaskEvent>()
        mailbox.post(TaskEvent(.subscribed))
        followers[id] = Follower(bundleID: bundleID, processID: session.processID, mailbox: mailbox)
        arrivals.signal()
        // What stood back for want of a place need not, where it is in front.
        changes.signal()
        if notStarted[bundleID] != nil { noteStartable(bundleID) }
        var isTold = false
        for run in scheduler.running where run.request.key.bundleID == bundleID {
            // What a person has begun in another one, which is there, is done there.
            let asker = run.request.kind == .continued ? active[run.id]?.held.processID : nil
            let isOthers = followers.values.contains { $0.processID == asker && asker != session.processID }
            if !isOthers, tell(run, to: mailbox, owner) {
                isTold = true
                active[run.id]?.told.insert(session.processID)
            }
        }
        defer {
            followers[id] = nil
            mailbox.close()
        }
        // One that was suspended when it had just come goes on for that; and what becomes of one that nobody has started is noticed.
        let isKnown = await processes.process(of: bundleID) != nil
        if isTold, !isKnown || processes.foreground.isSuspended(session.processID) {
            // By itself: what waits for the end of this process must not keep its connection.
            Task { [self] in await wake(bundleID, session.processID) }
        }
        while let event = await mailbox.next() { try await send(event) }
    }

    /// What a process that comes, or comes back, has to know of a run.
    ///
    /// - Returns: whether there is anything.
    private func tell(_ run: TaskRun, to mailbox: EventMailbox<TaskEvent>, _ processID: Int32) -> Bool {
        guard let task = active[run.id] else { return false }
        switch run.state {
        case .launching: mailbox.post(launch(run, task))
        case .expiring(let reason) where task.processID == processID: mailbox.post(expiration(run, task, reason))
        case .running, .expiring, .ending: return false
        }
        return true
    }

    func launch(_ run: TaskRun, _ active: Active) -> TaskEvent {
        TaskEvent(.launched, run: Int64(run.id), task: active.held.task)
    }

    func expiration(_ run: TaskRun, _ active: Active, _ reason: ExpirationReason) -> TaskEvent {
        TaskEvent(
            .expiring, run: Int64(run.id), task: active.held.task, expiration: TaskEvent.Expiration(reason),
            message: "\(reason)")
    }
}
