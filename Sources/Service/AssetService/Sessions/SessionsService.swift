// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ProcessSupervision
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// The background URL sessions of apps: their requests are sent and their answers kept, whatever becomes of the process that asked.
actor SessionsService {
    /// Seconds for which a request goes on that nobody wants any more: whoever asks the same again has what has come.
    static let linger: Double = 10
    /// How many of an app go on so at a time, and take nobody's place: of more the first one ends.
    static let largestLinger = 4
    /// Seconds for which what has come of a cancelled download is kept for one that goes on with it.
    static let keepTime: Double = 7 * 86_400
    /// How many of those an app may have: of more the oldest goes.
    static let largestKept = 32
    /// Seconds after which an end is dropped that its app has not taken note of.
    static let untakenTime = StoredCompletion.lifetime

    let store: AssetStore
    let layout: StoreLayout
    let files: SessionFiles
    let catalog: AppCatalog
    let network: NetworkService
    let settings: SettingsService
    let queue: TransferQueue
    let space: SpaceService
    let conditions: BackgroundConditions
    let foreground: ForegroundProcesses
    let clock: any WallClock
    let logger: Logger
    /// Has an app look after a session.
    let wake: @Sendable (SessionKey, _ notBefore: Double?) async -> Void
    /// Takes that back, where it waits still.
    let withdrawWake: @Sendable (SessionKey) async -> Void
    private let runs: SessionRuns
    /// Those that run, also while they are called off.
    let running = ServiceTasks()
    private var transferCount: UInt64 = 0
    private var ownerCount: UInt64 = 0
    var sessions: [SessionKey: SessionState] = [:]
    var transfers = SessionTransfers()
    /// Those of an app that went on when nobody wanted them any more, the last one last.
    var lingering: [String: [String]] = [:]
    /// Sessions of which nothing is left, and for which an app runs all the same: whoever opens one waits for the end of what has happened.
    var handledEmpty: Set<SessionKey> = []
    /// Transfers that the queue has not been told of.
    var changed: Set<String> = []
    /// What keeps transfers from the network that there is, as far as they do not use any; nil for nothing.
    var metered: DownloadCondition?
    /// No task, and nothing that is kept, is over before that (seconds since 1970).
    var earliestDeadline = Double.infinity
    /// No end that an app does not take note of is dropped before that (seconds since 1970).
    var earliestExpiry = -Double.infinity
    let changes = ChangeSignal()
    /// What apps are asked.
    var challenges = ChallengeTable()
    /// The same, by the IDs of the transfers that wait for it.
    var questions: [String: PendingChallenge] = [:]
    /// What they have answered.
    var memories: [SessionKey: CredentialMemory] = [:]
    /// One question for a server of a session at a time.
    nonisolated let turns = KeyedLock()
    /// The record of one session is changed at a time.
    private let order = KeyedLock()
    /// What is recorded is so one after the other.
    nonisolated let recording = KeyedLock()
    /// What could not be recorded, as when the disk was full.
    var unrecorded: (tasks: Set<SessionChange.Name>, transfers: Set<String>) = ([], [])
    private(set) var isStopping = false
    /// The service ends: its clients go because of that, and are not away.
    private var isEnding = false

    /// - `wake`: has an app that is away, or suspended, look after one of its sessions, now or at a time (seconds since 1970).
    /// - `withdrawWake`: there is nothing any more that it was to look after.
    init(
        store: AssetStore, layout: StoreLayout, catalog: AppCatalog, network: NetworkService,
        settings: SettingsService, queue: TransferQueue, space: SpaceService, conditions: BackgroundConditions,
        foreground: ForegroundProcesses, runs: SessionRuns, clock: any WallClock, logger: Logger,
        wake: @escaping @Sendable (SessionKey, _ notBefore: Double?) async -> Void,
        withdrawWake: @escaping @Sendable (SessionKey) async -> Void
    ) {
        self.store = store
        self.layout = layout
        files = SessionFiles(layout: layout)
        self.catalog = catalog
        self.network = network
        self.settings = settings
        self.queue = queue
        self.space = space
        self.conditions = conditions
        self.foreground = foreground
        self.clock = clock
        self.logger = logger
        self.wake = wake
        self.withdrawWake = withdrawWake
        self.runs = runs
    }

    /// Whether nothing is under way: what is here, or is held back, waits for its app.
    var isEmpty: Bool { transfers.values.allSatisfy { $0.tasks.isEmpty || $0.isHeld } }

    var isTransferring: Bool { transfers.values.contains { $0.task != nil } }

    /// The names in the spool that are in use.
    var stagingNames: Set<String> {
        Set(transfers.ids).union(
            transfers.values.lazy.filter(\.isUpload).map { SessionFiles.uploadName(of: $0.record.id) })
    }

    /// The service ends: whoever goes from now on comes back to the next one.
    func noteEnding() { isEnding = true }

    /// Ends all transfers; they go on at the next start.
    func stop() async {
        isStopping = true
        for transfer in transfers.values { transfer.task?.cancel() }
        await running.finish()
    }

    // MARK: Owners

    /// Has a session be this process's, and tells it what happens there, until the task is cancelled or `send` throws.
    ///
    /// - Throws: `sessionInUse` while it is another process's.
    func open(
        _ key: SessionKey, _ call: SessionsInterface.Open, session: Session,
        send: @Sendable (SessionEvent) async throws -> Void
    ) async throws {
        _ = try await catalog.app(key.bundleID)
        try SessionRules.check(key)
        try checkFree(key)
        let mailbox = EventMailbox<SessionEvent>(limit: SessionEvent.mailboxLimit)
        let owner = try await order.withLock(key.description) { [self] () async throws(ServiceError) in
            try await take(key, call, processID: session.processID, mailbox)
        }
        defer { leave(key, owner) }
        await reconsider()
        while let event = await mailbox.next() { try await send(event) }
    }

    private static func encode(_ settings: SessionSettings) throws(AssetStoreError) -> Data {
        do { return try JSONEncoder().encode(settings) } catch { throw .database("\(error)") }
    }

    private func take(
        _ key: SessionKey, _ call: SessionsInterface.Open, processID: Int32, _ mailbox: EventMailbox<SessionEvent>
    ) async throws(ServiceError) -> UInt64 {
        let settings = call.settings
        // Before anybody is told that it is theirs: what they ask for then is recorded under it.
        do throws(AssetStoreError) {
            try await store.save(
                StoredSession(
                    bundleID: key.bundleID, identifier: key.identifier, settings: try Self.encode(settings)))
        } catch { throw ServiceError(store: error) }
        try checkFree(key)
        var state = sessions[key] ?? SessionState(settings: settings)
        ownerCount += 1
        state.settings = settings
        state.owner?.mailbox.close()
        state.owner = SessionState.Owner(
            id: ownerCount, processID: processID, answersChallenges: call.answersChallenges ?? false,
            mailbox: mailbox)
        // It is told of what happened before; then that that was all.
        let isHandledEmpty = handledEmpty.remove(key) != nil
        state.owesDrained = state.owesDrained || state.hasEnds || isHandledEmpty || runs.isLaunching(key)
        sessions[key] = state
        mailbox.post(opened(key))
        for held in state.tasks.inOrder {
            if let ending = held.ending { mailbox.post(event(ending, held.task.number, in: key)) }
        }
        if owesNothingElse(key) { drain(key) }
        // What they go by may be another.
        changed.formUnion(transfers.values.lazy.filter { $0.key == key }.map(\.record.id))
        changes.signal()
        return ownerCount
    }

    /// - Throws: `sessionInUse`.
    private func checkFree(_ key: SessionKey) throws(ServiceError) {
        if let owner = sessions[key]?.owner, ProcessStatus(of: owner.processID)?.isDead == false {
            throw ServiceError(
                .sessionInUse,
                "\(key) is process \(owner.processID)'s: one process has a background session at a time. Give another one another "
                    + "identifier, or invalidate the session there first", subject: key.identifier)
        }
    }

    private func leave(_ key: SessionKey, _ owner: UInt64) {
        // Another process may have the session by now.
        challenges.left(owner)
        guard sessions[key]?.owner?.id == owner else { return }
        sessions[key]?.owner?.mailbox.close()
        sessions[key]?.owner = nil
        Task { await settle(key) }
    }

    /// Whether a process may say what becomes of a session.
    ///
    /// - Throws: `sessionNotOpen`.
    func check(_ key: SessionKey, isOwn processID: Int32) throws(ServiceError) {
        guard sessions[key]?.owner?.processID == processID else {
            throw ServiceError(
                .sessionNotOpen, "process \(processID) has not opened \(key)", subject: key.identifier)
        }
    }

    /// Whether an app that was woken has heard of everything but that.
    private func owesNothingElse(_ key: SessionKey) -> Bool {
        guard let state = sessions[key] else { return false }
        return state.owesDrained && !state.hasEnds && !runs.isLaunching(key) && !isAsking(key)
    }

    /// Whether a server asks something that an app is to answer.
    private func isAsking(_ key: SessionKey) -> Bool { questions.keys.contains { transfers[$0]?.key == key } }

    /// The app has heard of all that happened while it was away.
    private func drain(_ key: SessionKey) {
        sessions[key]?.owesDrained = false
        sessions[key]?.owner?.drains += 1
        sessions[key]?.owner?.mailbox.post(SessionEvent(.drained))
    }

    /// Seconds until an app is woken once more for what it did not look at.
    static let rewakePause: Double = 900

    /// Something has ended, or the app has taken note of that, or has gone.
    func settle(_ key: SessionKey) async {
        // Who was to look after it has nothing to look after.
        guard let state = sessions[key] else { return await withdrawWake(key) }
        if state.owner != nil, owesNothingElse(key) { drain(key) }
        if isUnused(key) {
            await order.withLock(key.description) { [self] in await removeIfUnused(key) }
        } else if state.callsForApp, isAway(state), !isEnding {
            sessions[key]?.owesDrained = true
            await wake(key, state.isNewToApp ? nil : clock.now + Self.rewakePause)
        }
        // Another task may have ended meanwhile.
        if !(sessions[key]?.hasEnds ?? false), !isAsking(key) { await withdrawWake(key) }
        changes.signal()
    }

    private func removeIfUnused(_ key: SessionKey) async {
        guard isUnused(key) else { return }
        sessions[key] = nil
        memories[key] = nil
        do throws(AssetStoreError) { try await store.removeSession(key.identifier, of: key.bundleID) } catch {
            logger.warning("\(key) is not forgotten: \(error)")
        }
    }

    private func isUnused(_ key: SessionKey) -> Bool {
        guard let state = sessions[key] else { return false }
        return state.tasks.isEmpty && state.additions == 0 && state.owner == nil
            && !transfers.values.contains { $0.key == key }
    }

    /// Whether nobody hears of what happens in a session.
    func isAway(_ state: SessionState) -> Bool {
        guard let owner = state.owner else { return true }
        return foreground.isSuspended(owner.processID)
    }

    /// A process of an app was suspended: what has ended that it did not hear of any more is what it is woken for.
    func noteSuspension(of bundleID: String) async {
        for key in sessions.keys where key.bundleID == bundleID { await settle(key) }
    }

    /// The handler of an app that was woken for a session is about to be called, or never will be: nobody is woken because of that, which is
    /// what has just been done. Or it is over.
    func handled(_ end: SessionRuns.End) async {
        // One that has not looked at its session, or did not live as long, is woken once more.
        if end.kind == .over {
            handledEmpty.remove(end.key)
            return await settle(end.key)
        }
        let isTakenUp = end.kind == .takenUp
        if isTakenUp { await noteWake(for: end.key) }
        // From here on it may be told that that was all, not before: else it would be told so twice.
        runs.noteHandled(end.key)
        guard let state = sessions[end.key] else {
            if isTakenUp { handledEmpty.insert(end.key) }
            return
        }
        // Whoever came back by itself meanwhile may have heard it: the handler waits for it all the same.
        if isTakenUp { sessions[end.key]?.owesDrained = true }
        if state.owner != nil, owesNothingElse(end.key) { drain(end.key) }
        // One that was suspended has gone on by now: it can be asked.
        changes.signal()
    }

    // MARK: Events

    /// What a process hears of a session that it has.
    func opened(_ key: SessionKey) -> SessionEvent {
        // What servers have answered is told where there is room for it in one message: it comes again with the answer.
        var room = SessionsInterface.largestSize / 2
        let tasks = records(in: key).map { record in
            var record = record
            room -= record.answer?.size ?? 0
            if room < 0 { record.answer = nil }
            return record
        }
        return SessionEvent(.opened, tasks: tasks, drains: sessions[key]?.drains)
    }

    func post(_ event: SessionEvent, to key: SessionKey) { sessions[key]?.owner?.mailbox.post(event) }

    func event(_ ending: SessionEnding, _ number: Int64, in key: SessionKey) -> SessionEvent {
        // An app that had moved its file, and did not come to take note of all, hears of the end, and of no file.
        let hasFile = ending.failure == nil && files.contain(number, in: key)
        return SessionEvent(
            .ended, number: number, sentBytes: ending.sentBytes, receivedBytes: ending.size,
            totalBytes: ending.failure == nil ? ending.size : nil, answer: ending.answer,
            path: hasFile ? files.path(of: number, in: key) : nil, failure: ending.failure,
            resumeID: ending.resumeID)
    }

    // MARK: The queue

    /// A number that no transfer has had.
    func nextTransfer() -> UInt64 {
        transferCount += 1
        return transferCount
    }

    /// Has the queue start and stop what is to be.
    func schedule() async {
        guard !isStopping else { return }
        let noted: [TransferChange] = changed.map { id in
            judge(id)
            guard let transfer = transfers[id],
                let candidate = transfer.candidate(
                    isDiscretionary: sessions[transfer.key]?.settings.isDiscretionary ?? false)
            else { return .removed(id: id) }
            return .updated(candidate, isTransferring: transfer.task != nil)
        }
        changed = []
        queue.note(noted, of: self)
        await queue.schedule()
        changes.signal()
    }
}
