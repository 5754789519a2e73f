// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Says which tasks run in the background now, what becomes of those that run, and why the rest waits. It is told of each change,
/// and its decisions do not depend on how many wait.
///
/// What URL sessions have for their apps comes before refreshes, and these before processing; of each the one that is due for longest
/// comes first. An app is woken for all that it may do at that moment. A request is gone once its app has taken it up; one that it
/// never did, or lost by another's fault, waits again.
package struct TaskScheduler: Sendable {
    struct App: Sendable {
        var account: TaskAccount
        var entries: [String: Entry] = [:]
        /// Identifiers of continued tasks that wait for their turn, in their order.
        var continued: [String] = []
        var runs: [UInt64] = []
        /// When processing has last ended, by identifier (seconds since 1970).
        var processed: [String: Double] = [:]
    }

    struct Entry: Sendable {
        enum Place: Equatable, Sendable {
            case late(until: Double)
            case ready(TaskLane)
            /// Background refresh is off for its app, or the app is being ended.
            case parked
            /// Behind other continued tasks.
            case continued
        }

        let request: TaskRequest
        var place: Place
        /// When it may begin, or when it came there (seconds since 1970).
        var since: Double
        /// A tool wants it to begin now.
        var isForced = false
    }

    package struct Decision: Equatable, Sendable {
        /// To be handed to their apps, which are started or resumed for it.
        package var launch: [TaskRun] = []
        /// Their apps are told that they are to end.
        package var expire: [TaskRun] = []
        /// Apps that are to be ended: they have not taken up, or not ended, a task in time.
        package var end: Set<String> = []
        /// When there may be something else to do (seconds since 1970); nil for not before something changes.
        package var nextChange: Double?
    }

    package let policy: TaskPolicy
    package internal(set) var conditions = TaskConditions()
    var apps: [String: App] = [:]
    var runs: [UInt64: TaskRun] = [:]
    var line = TaskLine()
    /// Those that are to begin whatever there is in their way.
    var forced: [TaskKey] = []
    /// Apps with continued tasks that wait.
    var appsWithContinued: Set<String> = []
    /// Why some are told to end at the next decision.
    var stopping: [UInt64: ExpirationReason] = [:]
    var nextRun: UInt64

    /// - `nextRun`: above the IDs of all runs that there have been.
    package init(policy: TaskPolicy = TaskPolicy(), nextRun: UInt64 = 1) {
        self.policy = policy
        self.nextRun = nextRun
    }

    // MARK: Apps

    /// An app is known from now on.
    package mutating func add(_ bundleID: String, _ account: TaskAccount) {
        if apps[bundleID] == nil { apps[bundleID] = App(account: account) }
    }

    /// An app is gone, and all that it has asked for, and does.
    ///
    /// - Returns: what it did.
    @discardableResult package mutating func remove(_ bundleID: String) -> [TaskRun] {
        guard let app = apps[bundleID] else { return [] }
        for identifier in app.entries.keys { withdraw(TaskKey(identifier, of: bundleID)) }
        apps[bundleID] = nil
        return app.runs.compactMap { id in
            stopping[id] = nil
            return runs.removeValue(forKey: id)
        }
    }

    /// The apps that are known.
    package var bundleIDs: Set<String> { Set(apps.keys) }

    package func account(of bundleID: String) -> TaskAccount? { apps[bundleID]?.account }

    /// An app is in front: what it did before in the background is forgiven.
    package mutating func noteUse(of bundleID: String, now: Double) {
        guard apps[bundleID] != nil else { return }
        apps[bundleID]?.account.noteUse(now: now)
        queueAgain(bundleID, now: now)
    }

    /// An app that could not be started runs, or is another version now.
    package mutating func noteStartable(_ bundleID: String, now: Double) {
        if apps[bundleID]?.account.noteStartable(now: now) == true { queueAgain(bundleID, now: now) }
    }

    /// How things stand is another thing now.
    package mutating func update(_ conditions: TaskConditions, now: Double) {
        let (before, wasOnExternalPower) = (self.conditions.appsWithoutRefresh, self.conditions.isOnExternalPower)
        self.conditions = conditions
        if conditions.isOnExternalPower, !wasOnExternalPower {
            // What runs from now on is not counted.
            for (bundleID, app) in apps
            where app.account.budget.exhaustedUntil(now: now, base: policy.dailyRunTime) != nil {
                queueAgain(bundleID, now: now)
            }
        }
        for bundleID in before.keys where conditions.appsWithoutRefresh[bundleID] == nil {
            queueAgain(bundleID, now: now)
        }
    }

    // MARK: What there is

    /// What an app has asked for and has not begun, by identifier.
    package func pending(of bundleID: String) -> [TaskRequest] {
        (apps[bundleID]?.entries.values.map(\.request) ?? []).sorted { $0.key < $1.key }
    }

    /// What runs, in the order of its beginning.
    package var running: [TaskRun] { runs.values.sorted { $0.id < $1.id } }

    package func run(_ id: UInt64) -> TaskRun? { runs[id] }

    // MARK: Places

    /// Puts a request where it belongs.
    mutating func queue(_ request: TaskRequest, now: Double) {
        let key = request.key
        guard let lane = TaskLane(request) else {
            apps[key.bundleID]?.entries[key.identifier] = Entry(request: request, place: .continued, since: now)
            apps[key.bundleID]?.continued.append(key.identifier)
            appsWithContinued.insert(key.bundleID)
            return
        }
        let begin = request.due(now: now)
        let due = max(begin, spacingEnd(of: request, now: now) ?? 0)
        if due > now {
            line.wait(key, until: due)
            apps[key.bundleID]?.entries[key.identifier] = Entry(
                request: request, place: .late(until: due), since: request.submittedAt)
        } else {
            line.stand(key, in: lane, since: begin)
            apps[key.bundleID]?.entries[key.identifier] = Entry(
                request: request, place: .ready(lane), since: begin)
        }
    }

    /// Until when processing waits that was done a moment ago (seconds since 1970); nil for what was not.
    func spacingEnd(of request: TaskRequest, now: Double) -> Double? {
        guard request.kind.isProcessing,
            let last = apps[request.key.bundleID]?.processed[request.key.identifier]
        else { return nil }
        let end = last + policy.processingSpacing
        // A clock that was set back does not keep it for longer than that.
        return end > now && last <= now ? end : nil
    }

    /// Takes a request out of where it is.
    @discardableResult mutating func withdraw(_ key: TaskKey) -> TaskRequest? {
        guard let entry = apps[key.bundleID]?.entries.removeValue(forKey: key.identifier) else { return nil }
        switch entry.place {
        case .late(let time): line.leave(key, until: time)
        case .ready(let lane): line.leave(key, in: lane, since: entry.since)
        case .parked: break
        case .continued:
            apps[key.bundleID]?.continued.removeAll { $0 == key.identifier }
            if apps[key.bundleID]?.continued.isEmpty == true { appsWithContinued.remove(key.bundleID) }
        }
        if entry.isForced { forced.removeAll { $0 == key } }
        return entry.request
    }

    /// What an app waits for by itself is another thing now.
    mutating func queueAgain(_ bundleID: String, now: Double) {
        for entry in apps[bundleID]?.entries.values.map({ $0 }) ?? [] {
            switch entry.place {
            case .late, .parked: queueAgain(entry.request.key, now: now)
            case .ready, .continued: break
            }
        }
    }

    /// What a request waits for by itself is another thing now.
    mutating func queueAgain(_ key: TaskKey, now: Double) {
        guard let entry = apps[key.bundleID]?.entries[key.identifier], entry.place != .continued else { return }
        withdraw(key)
        queue(entry.request, now: now)
        if entry.isForced { force(key) }
    }

    /// Whether what is asked for once more still runs: it is begun after that.
    func isRunning(_ request: TaskRequest) -> Bool {
        request.kind != .sessionEvents && isRunning(request.key)
    }

    func isRunning(_ key: TaskKey) -> Bool {
        apps[key.bundleID]?.runs.contains { runs[$0]?.request.key == key } ?? false
    }

    mutating func force(_ key: TaskKey) {
        guard apps[key.bundleID]?.entries[key.identifier]?.isForced == false else { return }
        apps[key.bundleID]?.entries[key.identifier]?.isForced = true
        forced.append(key)
    }
}
