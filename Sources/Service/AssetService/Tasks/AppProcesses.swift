// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import AssetStore
internal import Logging
internal import ProcessSupervision
internal import ServiceInterface
internal import SystemSupport
internal import TaskScheduler

/// The processes of apps that do something in the background: they are started or resumed for it, and ended or suspended afterwards.
actor AppProcesses {
    struct Opening {
        /// When it is waited for no longer (seconds since 1970).
        var end: Double
        /// Whether it has said Hello.
        var hasCome = false
    }

    /// Seconds that a process has to end by itself when it is done.
    static let grace: Double = 5

    /// The same while a person waits for it.
    static let haste: Double = 1

    /// Seconds that an app which a person opens has to begin with its tasks before it is started in the background for them.
    static let openingTime: Double = 5

    /// Seconds for what an app does when it has said that it has done what it ran for. It is code that runs, whatever the clock says.
    private static let lastWordsTime: Double = 1

    let launches: AppLaunches
    let activity: ActivityMonitor
    let launcher: AppLauncher
    let foreground: ForegroundProcesses
    let clock: any WallClock
    let logger: Logger
    var known: [String: KnownProcess] = [:]
    /// What was known of processes that are the ones of their apps no longer: others are in their place, or they have ended and nobody was
    /// told of that yet.
    private var former: [ObjectIdentifier: KnownProcess] = [:]
    /// Apps that are just being started in the background.
    private var starting: Set<String> = []
    /// Apps of which an earlier run of the service may have started a process that it had not recorded, and until when that is waited for
    /// (seconds since 1970).
    var expected: [String: Double] = [:]
    /// Apps that are just being started for a person.
    var opened: Set<String> = []
    /// Apps that a person is just opening.
    var openings: [String: Opening] = [:]
    /// Told of each process that is known from now on, and of each app that is opened.
    let arrivals = ChangeSignal()
    /// What apps run for in the background.
    var purposes: [String: Set<BackgroundPurpose>] = [:]
    private var nextLastWords: UInt64 = 1
    /// Told of each process that has ended, and of each app that cannot be started.
    private let (ends, ending) = AsyncStream.makeStream(of: End.self)

    /// Has the record say which process of an app was started in the background; nil for none.
    let record: @Sendable (_ bundleID: String, StoredStartedProcess?) async -> Void
    let recording = KeyedLock()
    /// Apps of which such a process is on record.
    var recorded: Set<String> = []

    /// Told of each app whose process was suspended.
    private let (suspensions, suspending) = AsyncStream.makeStream(of: String.self)

    /// What has become of an app's process.
    struct End: Sendable {
        let bundleID: String
        let processID: Int32
        /// Whether it was the one that tasks of the app are handed to.
        let isCurrent: Bool
        /// For a person.
        let how: String
        var cause = ProcessEndCause.itself
    }

    /// - `record`: has the record say which process of an app was started in the background; nil for none.
    init(
        launches: AppLaunches, activity: ActivityMonitor, launcher: AppLauncher, foreground: ForegroundProcesses,
        clock: any WallClock, logger: Logger,
        record: @escaping @Sendable (_ bundleID: String, StoredStartedProcess?) async -> Void
    ) {
        self.record = record
        self.launches = launches
        self.activity = activity
        self.launcher = launcher
        self.foreground = foreground
        self.clock = clock
        self.logger = logger
    }

    /// The ends of processes, in their order. For one caller.
    nonisolated var allEnds: AsyncStream<End> { ends }

    /// The apps whose processes were suspended, in their order. For one caller.
    nonisolated var allSuspensions: AsyncStream<String> { suspensions }

    /// The process of an app, with what tells it from others of its number; nil for none that is known.
    func process(of bundleID: String) -> (id: Int32, startedAt: UInt64, isStarted: Bool)? {
        known[bundleID].map { ($0.process.processID, $0.process.startedAt, $0.isStarted) }
    }

    /// Whether the process of an app is one that nobody sees, and that is let go of when it is done.
    func isBehind(_ bundleID: String) -> Bool { known[bundleID]?.isBehind ?? false }

    /// Whether a process is one of those.
    func isBehind(_ processID: Int32) -> Bool {
        known.values.contains { $0.isBehind && $0.process.processID == processID && !$0.process.hasEnded }
    }

    /// The process of an app that another one belongs to: that which is known, where it has started the other one, as a script does; else that
    /// itself.
    func owner(of processID: Int32, in bundleID: String) -> Int32 {
        guard let process = known[bundleID]?.process, process.processID != processID, process.hasStarted(processID)
        else { return processID }
        return process.processID
    }

    /// The process of an app that is being ended: nothing is handed to it any more.
    func endingProcess(of bundleID: String) -> Int32? {
        known[bundleID].flatMap { $0.isEnding ? $0.process.processID : nil }
    }

    /// An app has something to do in the background: it is not let go of before `settle` says so for that.
    func begin(_ purpose: BackgroundPurpose, of bundleID: String) { purposes[bundleID, default: []].insert(purpose) }

    /// Has an app that has something to do run: starts it, unless a process of it is there.
    ///
    /// - `processID`: of one that is connected; nil for none.
    /// - `isThere`: whether a process of it has come meanwhile, and been told.
    func wake(_ bundleID: String, processID: Int32?, isThere: @Sendable () async -> Bool = { false }) async {
        // One that is being ended does nothing any more: another one is in its place.
        if let processID, adopt(processID, of: bundleID, isStarted: false), known[bundleID]?.isEnding == false {
            return resume(bundleID, processID)
        }
        // Who is connected may have ended all the same: that is noticed later.
        while true {
            await waitUntilOpened(bundleID)
            if Task.isCancelled { return }
            if await isThere() { return }
            // One that was started has not connected yet; one that is being ended is waited for.
            if let found = known[bundleID] {
                guard found.isEnding || found.process.isGoing else { return }
                _ = await found.process.waitUntilEnded()
                letGo(of: found.process, bundleID)
                // Meanwhile another one may have come, and done it.
                continue
            }
            // What it was to do may have been taken back meanwhile, as when a person has quit it.
            guard purposes[bundleID] != nil else { return }
            do throws(ServiceError) {
                if try await start(bundleID) { return }
            } catch {
                ending.yield(
                    End(
                        bundleID: bundleID, processID: 0, isCurrent: true, how: error.message, cause: .notStarted))
                return
            }
        }
    }

    /// Has the process of an app go on, and what it has started that is asked for, where they are suspended.
    private func resume(_ bundleID: String, _ processID: Int32) {
        guard let process = known[bundleID]?.process else { return }
        let both = [process.processID, processID]
        let suspended = both.filter(foreground.isSuspended)
        guard !suspended.isEmpty else { return }
        known[bundleID]?.noteResuming(suspended)
        recordBehind(of: bundleID)
        // They go on, and nobody sees them.
        foreground.set(both, inFront: false)
        logger.info("resuming \(bundleID) in the background (process \(processID))")
        for id in suspended { process.resume(id) }
    }

    func start(_ launch: AppLaunch) async throws(ServiceError) -> AppProcess {
        do throws(SystemError) { return try await launcher.start(launch) } catch {
            throw ServiceError(system: error)
        }
    }

    /// - Returns: false when a person has opened the app meanwhile, or does: then what was started makes way.
    private func start(_ bundleID: String) async throws(ServiceError) -> Bool {
        let launch = try await launches.inBackground(bundleID)
        guard known[bundleID] == nil, starting.insert(bundleID).inserted else { return true }
        defer { starting.remove(bundleID) }
        let process = try await start(launch)
        let isOpened = known[bundleID].map { !$0.isStarted && $0.process.processID != process.processID } ?? false
        if isOpened || isBeingOpened(bundleID) || purposes[bundleID] == nil {
            end(process, within: Self.haste)
            return false
        }
        foreground.set([process.processID], inFront: false)
        forgetTwin(of: process, bundleID)
        logger.info("started \(bundleID) in the background (process \(process.processID))")
        watch(process, of: bundleID, isStarted: true)
        return true
    }

    /// A process may have come before it was known that it was started: what was known of it for that is another's handle of the same.
    private func forgetTwin(of process: AppProcess, _ bundleID: String) {
        guard var twin = known[bundleID], twin.process.processID == process.processID else { return }
        known[bundleID] = nil
        twin.dismiss()
        twin.process.forgetLimits()
        former[ObjectIdentifier(twin.process)] = twin
    }

    /// Takes up a process that an earlier service has started, or that is there by itself.
    ///
    /// - `startedAt`: nil for whichever has the number now.
    /// - Returns: whether it is there.
    @discardableResult func adopt(
        _ processID: Int32, startedAt: UInt64? = nil, of bundleID: String, isStarted: Bool
    ) -> Bool {
        // What a process has started itself belongs to it.
        let processID = startedAt == nil ? owner(of: processID, in: bundleID) : processID
        if let process = known[bundleID]?.process, process.processID == processID {
            guard process.isGoing else { return true }
            letGo(of: process, bundleID)
            return false
        }
        if ProcessStatus.isExiting(processID) { return false }
        // It was the known one before.
        if let found = replaced(processID), startedAt ?? found.process.startedAt == found.process.startedAt {
            know(found, of: bundleID)
            return true
        }
        let isJustStarting = starting.contains(bundleID) && !foreground.contains(processID)
        let isStarted = isStarted || isJustStarting || isExpected(processID, of: bundleID)
        guard
            let process = launcher.adopt(
                processID, startedAt: startedAt, of: bundleID, limits: isStarted ? .background : nil)
        else { return false }
        watch(process, of: bundleID, isStarted: isStarted)
        return true
    }

    /// A process in whose place another one is, and that is there.
    func replaced(_ processID: Int32) -> KnownProcess? {
        former.values.first { $0.process.processID == processID && !$0.process.hasEnded }
    }

    func watch(_ process: AppProcess, of bundleID: String, isStarted: Bool) {
        know(KnownProcess(process, isStarted: isStarted), of: bundleID)
        Task {
            let end = await process.waitUntilEnded()
            let isCurrent = known[bundleID]?.process === process
            letGo(of: process, bundleID)
            // Another one may be in its place, as when a person has opened it: that is told of by itself.
            let found = former.removeValue(forKey: ObjectIdentifier(process))
            guard let cause = found.map(\.endCause) ?? .itself else { return }
            ending.yield(
                End(
                    bundleID: bundleID, processID: process.processID, isCurrent: isCurrent, how: "\(end)",
                    cause: cause))
        }
    }

    /// A process is the one that tasks of its app are handed to.
    private func know(_ process: KnownProcess, of bundleID: String) {
        former[ObjectIdentifier(process.process)] = nil
        if var other = known[bundleID], other.process !== process.process {
            // One that a person has opened meanwhile is in the place of one that was started for nothing.
            if other.isStarted, !other.isEnding {
                other.end(by: .opening)
                end(other.process, within: Self.haste)
            }
            former[ObjectIdentifier(other.process)] = other
        }
        known[bundleID] = process
        recordBehind(of: bundleID)
        if !process.isStarted { openings[bundleID] = nil }
        arrivals.signal()
    }

    /// A process has ended. Whoever watches it may come later to that, and it is no fault of what begins in between.
    private func letGo(of process: AppProcess, _ bundleID: String) {
        guard let found = known[bundleID], found.process === process else { return }
        known[bundleID] = nil
        former[ObjectIdentifier(process)] = found
        recordBehind(of: bundleID)
    }

    /// An app has done what it ran for. With nothing left to do in the background, and unless it is in front by now, its process is
    /// ended, or suspended, as it was before.
    func settle(_ purpose: BackgroundPurpose, of bundleID: String) {
        purposes[bundleID]?.remove(purpose)
        if purposes[bundleID]?.isEmpty == true { purposes[bundleID] = nil }
        letGo(of: bundleID)
    }

    /// An app with nothing left to do is ended, or suspended, as it was before.
    func letGo(of bundleID: String) {
        guard purposes[bundleID] == nil, let found = known[bundleID] else { return }
        if found.processIDs.contains(where: foreground.contains) {
            // A person has what was resumed in front by now.
            if !found.resumed.isEmpty, !found.isEnding { noteLifting(of: bundleID) }
        } else if found.isStarted {
            dismiss(found.process, of: bundleID)
        } else if !found.resumed.isEmpty {
            for id in found.resumed { found.process.suspend(id) }
            known[bundleID]?.noteSuspending()
            recordBehind(of: bundleID)
            // Whoever has it go on next is a person, as far as is known here.
            foreground.set(found.processIDs, inFront: true)
            suspending.yield(bundleID)
        }
    }

    /// An app has said that it has done what it ran for: it is let go of a moment later.
    func settleSoon(_ purpose: BackgroundPurpose, of bundleID: String) {
        let lastWords = BackgroundPurpose.lastWords(number: nextLastWords)
        nextLastWords += 1
        begin(lastWords, of: bundleID)
        settle(purpose, of: bundleID)
        Task {
            do throws(CancellationError) { try await Alarm.wait(seconds: Self.lastWordsTime) } catch { return }
            settle(lastWords, of: bundleID)
        }
    }
}
