// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization

/// A background session of this process: one for each identifier, whatever number of `URLSession` objects have it.
///
/// `@unchecked Sendable`: all that changes is behind the lock.
final class BackgroundSession: @unchecked Sendable {
    private struct State {
        /// Tasks that have not ended, or whose ends nobody has heard of.
        var tasks: [Int64: any BackgroundTask] = [:]
        /// The objects that have it, the newest last.
        var sessions: [URLSession] = []
        /// Those of which nobody hears anything, as long as the app has them: they may make tasks.
        var others: [UnheardSession] = []
        /// Objects that want no more tasks, and whether they hear of what is there first.
        var leaving: [ObjectIdentifier: Bool] = [:]
        /// Ends for which there is no delegate yet.
        var held: [Int64: SessionEvent] = [:]
        var owesDrained = false
        /// Tasks whose ends were told here: the service may tell them once more.
        var concluded: Set<Int64> = []
        /// Tasks that the service had when it was last asked for the session: of those alone it can have forgotten some.
        var entrusted: Set<Int64> = []
        var nextNumber: Int64
        var isOpen = false
        var waiters: [@Sendable ([URLSessionTask]) -> Void] = []
        var refusal: URLError?
    }

    private static let all = Mutex<[String: BackgroundSession]>([:])
    /// Those that nobody has any more, and that have something to tell the service.
    private static let closing = Mutex<[ObjectIdentifier: BackgroundSession]>([:])

    let identifier: String
    private let lock = NSLock()
    private var state: State
    private var link: SessionLink?

    private init(identifier: String) {
        self.identifier = identifier
        // No process of the app has used these before, and the service is not asked for them: whoever makes a task waits for nobody. Nobody
        // makes one each microsecond.
        state = State(nextNumber: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }

    private static let isAwaited: Void = OutstandingCalls.register { flushAll(seconds: $0) }

    /// The session of an identifier.
    static func session(_ configuration: BackgroundConfiguration) -> BackgroundSession {
        _ = isAwaited
        let identifier = configuration.identifier ?? ""
        return all.withLock { all in
            if let known = all[identifier] { return known }
            let session = BackgroundSession(identifier: identifier)
            session.link = SessionLink(
                identifier: identifier, settings: SessionSettings(configuration), asks: session.noteAsking,
                receive: session.receive, refused: session.refused)
            all[identifier] = session
            return session
        }
    }

    /// Waits until the service has heard of all that was asked of background sessions so far, for so long at most.
    private static func flushAll(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        let closing = closing.withLock { Array($0.values) }
        for session in all.withLock({ Array($0.values) }) + closing {
            session.link?.flush(seconds: max(end.timeIntervalSinceNow, 0))
        }
    }

    /// Whether somebody in this process hears of what happens in a session.
    static func hasDelegate(_ identifier: String) -> Bool {
        guard let session = all.withLock({ $0[identifier] }) else { return false }
        return session.withState { state in state.sessions.contains { $0.delegate != nil } }
    }

    /// Has who has it hear that all has been told.
    static func tellDrained(_ identifier: String) { all.withLock { $0[identifier] }?.tellDrained() }

    private func withState<Value>(_ body: (inout State) -> Value) -> Value { lock.withLock { body(&state) } }

    // MARK: Its objects

    /// An object has it from now on, and hears of what nobody has heard of.
    func attach(_ session: URLSession) {
        let (held, drains) = withState { state -> ([(Int64, SessionEvent)], Bool) in
            // What has a delegate hears of things until it is invalidated.
            let unheard = state.sessions.filter { known in
                known.delegate == nil && !state.tasks.values.contains { $0.work.session === known }
            }
            state.sessions.removeAll { known in unheard.contains { $0 === known } }
            state.others.removeAll { $0.session == nil }
            state.others += unheard.map(UnheardSession.init)
            state.sessions.append(session)
            guard session.delegate != nil else { return ([], false) }
            defer { (state.held, state.owesDrained) = ([:], false) }
            return (state.held.sorted { $0.key < $1.key }, state.owesDrained)
        }
        for (number, event) in held { ended(number, event) }
        if drains {
            tellDrained()
        } else if session.delegate != nil, SessionHandlings.isDrained(identifier) {
            tellDrained()
        }
        link?.start()
        // What those who leave have waited for is this one's to hear of.
        for session in withState(Self.leavers) { leaveIfDone(session) }
    }

    /// An object wants no more tasks. Which it has, is known when the session is open.
    ///
    /// - `cancels`: its own tasks. Else it stays until those have ended, and those that nobody else hears of.
    func invalidate(_ session: URLSession, cancels: Bool) {
        whenOpen { [self] _ in
            let tasks = withState { state in
                // Who has cancelled its own waits for no others' afterwards.
                let hearsAll = state.leaving[ObjectIdentifier(session)] ?? true
                state.leaving[ObjectIdentifier(session)] = hearsAll && !cancels
                return state.tasks.values.filter { $0.work.session === session }
            }
            if cancels { for task in tasks { task.cancel() } }
            leaveIfDone(session)
        }
    }

    private func leaveIfDone(_ session: URLSession) {
        let (leaves, isLast) = withState { state in
            let leaves = Self.isDone(session, in: state)
            if leaves {
                state.leaving[ObjectIdentifier(session)] = nil
                state.sessions.removeAll { $0 === session }
                state.others.removeAll { $0.session == nil || $0.session === session }
            }
            return (leaves, state.sessions.isEmpty && state.others.isEmpty && state.tasks.isEmpty)
        }
        guard leaves else { return }
        session.becomeInvalid(nil)
        guard isLast else { return }
        SessionHandlings.noteTold(identifier)
        Self.closing.withLock { $0[ObjectIdentifier(self)] = self }
        Self.all.withLock { all in if all[identifier] === self { all[identifier] = nil } }
        link?.close { [self] in Self.closing.withLock { $0[ObjectIdentifier(self)] = nil } }
    }

    /// Whether an object that leaves has nothing more to hear of.
    private static func isDone(_ session: URLSession, in state: State) -> Bool {
        guard let hearsAll = state.leaving[ObjectIdentifier(session)] else { return false }
        return !state.tasks.values.contains { task in
            if task.work.session === session { return true }
            // One that its app holds back may never go on.
            return hearsAll && task.work.status != .suspended && listener(for: task.work, in: state) === session
        }
    }

    private static func leavers(in state: inout State) -> [URLSession] {
        state.sessions.filter { state.leaving[ObjectIdentifier($0)] != nil }
    }

    /// Calls back with the tasks that there are, when it is known which.
    func whenOpen(_ body: @escaping @Sendable ([URLSessionTask]) -> Void) {
        let tasks = withState { state -> [URLSessionTask]? in
            if !state.isOpen, state.refusal == nil {
                state.waiters.append(body)
                return nil
            }
            return Self.tasks(in: state)
        }
        if let tasks { body(tasks) } else { link?.hasten() }
    }

    private static func tasks(in state: State) -> [URLSessionTask] {
        state.tasks.values.filter { $0.work.status != .completed }.sorted { $0.work.number < $1.work.number }
    }

    // MARK: Its tasks

    func dataTask(
        _ request: URLRequest, in session: URLSession, _ handler: URLSession.DataHandler? = nil
    ) -> URLSessionDataTask {
        add(BackgroundDataTask(work(.data, request, in: session, handler.map { .data($0) })))
    }

    func uploadTask(
        _ request: URLRequest, _ content: UploadContent, in session: URLSession,
        _ handler: URLSession.DataHandler? = nil
    ) -> URLSessionUploadTask {
        add(BackgroundUploadTask(work(.upload, request, content, in: session, handler.map { .data($0) })))
    }

    func downloadTask(
        _ request: URLRequest, in session: URLSession, _ handler: URLSession.FileHandler? = nil
    ) -> URLSessionDownloadTask {
        add(BackgroundDownloadTask(work(.download, request, in: session, handler.map { .file($0) })))
    }

    func downloadTask(
        resuming data: Data, in session: URLSession, _ handler: URLSession.FileHandler? = nil
    ) -> URLSessionDownloadTask {
        let resumption = Resumption(data)
        return add(
            BackgroundDownloadTask(
                work(
                    .download, resumption?.request, in: session, handler.map { .file($0) },
                    resumeID: resumption?.id ?? "")))
    }

    private func work(
        _ kind: SessionTask.Kind, _ request: URLRequest?, _ content: UploadContent? = nil, in session: URLSession,
        _ handler: BackgroundWork.Handler?, resumeID: String? = nil
    ) -> BackgroundWork {
        BackgroundWork(
            number: nextNumber(), kind, request, content, resumeID: resumeID, of: self, session: session,
            handler: handler)
    }

    private func nextNumber() -> Int64 {
        withState { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    private func add<Task: BackgroundTask>(_ task: Task) -> Task {
        withState { $0.tasks[task.work.number] = task }
        return task
    }

    /// A task has ended, and whoever was to hear of it has.
    func conclude(_ work: BackgroundWork) {
        let leaving = withState { state in
            state.tasks[work.number] = nil
            state.concluded.insert(work.number)
            // Others have waited for it, too, where nobody else heard of it.
            return (work.session.map { [$0] } ?? []) + Self.leavers(in: &state).filter { $0 !== work.session }
        }
        if work.wasSent { call(SessionsInterface.Conclude(session: identifier, number: work.number)) }
        for session in leaving { leaveIfDone(session) }
    }

    func call<Method: ServiceMethod>(
        _ method: Method, _ done: @escaping @Sendable (Result<Method.Reply, ServiceClientError>) -> Void = { _ in }
    ) { link?.call(method, done) }

    // MARK: What happens

    /// The service is about to be asked for the session.
    private func noteAsking() {
        withState { state in
            state.entrusted = Set(state.tasks.values.lazy.map(\.work).filter(\.isKnownToService).map(\.number))
        }
    }

    /// The service tells something.
    private func receive(_ event: SessionEvent) {
        switch event.kind {
        case .opened: opened(event.tasks ?? [])
        case .progress: work(event.number)?.noteProgress(event)
        case .answered: work(event.number)?.noteAnswer(event)
        case .waiting: work(event.number)?.noteWaiting()
        case .ended: ended(event.number, event)
        case .drained: if SessionHandlings.noteDrained(identifier) { tellDrained() }
        case .challenged: challenged(event)
        case .unknown: break
        }
    }

    private func work(_ number: Int64) -> BackgroundWork? { withState { $0.tasks[number]?.work } }

    /// The object whose delegate hears of a task; nil where there is no object.
    func listener(for work: BackgroundWork) -> URLSession? { withState { Self.listener(for: work, in: $0) } }

    /// That which has made the task, where it has somebody who hears of it; else the newest that has, and stays if there is one.
    private static func listener(for work: BackgroundWork, in state: State) -> URLSession? {
        if let own = work.session, work.hasHandler || own.delegate != nil { return own }
        let hearers = state.sessions.filter { $0.delegate != nil }
        return hearers.last { state.leaving[ObjectIdentifier($0)] == nil } ?? hearers.last ?? work.session
            ?? state.sessions.last
    }

    private func opened(_ records: [SessionTaskRecord]) {
        let (lost, waiters, tasks) = withState {
            state -> ([BackgroundWork], [@Sendable ([URLSessionTask]) -> Void], [URLSessionTask]) in
            for record in records {
                let number = record.task.number
                guard state.tasks[number] == nil, !state.concluded.contains(number) else { continue }
                let session = state.sessions.last { $0.delegate != nil } ?? state.sessions.last
                state.tasks[number] = BackgroundWork(record, of: self, session: session).makeTask()
                state.nextNumber = max(state.nextNumber, number + 1)
            }
            let known = Set(records.map(\.task.number))
            // The others the service has forgotten.
            state.concluded.formIntersection(known)
            let lost = state.entrusted.subtracting(known).compactMap { state.tasks[$0]?.work }
            defer { (state.isOpen, state.waiters, state.entrusted) = (true, [], []) }
            return (lost, state.waiters, Self.tasks(in: state))
        }
        for work in lost { work.fail(URLError(.backgroundSessionWasDisconnected)) }
        for waiter in waiters { waiter(tasks) }
    }

    private func ended(_ number: Int64, _ event: SessionEvent) {
        enum Next {
            case deliver(BackgroundWork, URLSession, (any URLSessionDelegate)?)
            case concludeAgain
            case wait
        }
        let next = withState { state -> Next in
            guard let work = state.tasks[number]?.work else { return .concludeAgain }
            // An object may be let go of by the time in which it is told.
            let session = Self.listener(for: work, in: state)
            let delegate = session?.delegate
            guard let session, work.hasHandler || delegate != nil else {
                state.held[number] = event
                return .wait
            }
            return .deliver(work, session, delegate)
        }
        switch next {
        case .deliver(let work, let session, let delegate): work.end(event, in: session, delegate)
        case .concludeAgain: call(SessionsInterface.Conclude(session: identifier, number: number))
        case .wait: break
        }
    }

    /// A server asks. The delegate is asked; where there is none, nobody answers.
    private func challenged(_ event: SessionEvent) {
        guard let challenge = event.challenge else { return }
        let work = work(event.number)
        let answer: @Sendable (ChallengeReply) -> Void = { [self] reply in
            call(SessionsInterface.AnswerChallenge(session: identifier, id: challenge.id, reply: reply))
        }
        guard let work, let session = listener(for: work) else {
            return answer(ChallengeReply(.performDefaultHandling))
        }
        work.ask(challenge, in: session, answer: answer)
    }

    private func tellDrained() {
        let session = withState { state in
            let session = state.sessions.last { $0.delegate != nil }
            state.owesDrained = session == nil
            return session
        }
        guard let session, let delegate = session.delegate else { return }
        session.delegateQueue.addOperation { [identifier] in
            delegate.urlSessionDidFinishEvents(forBackgroundURLSession: session)
            SessionHandlings.noteTold(identifier)
        }
    }

    /// The session is not this process's: nothing comes of its tasks.
    private func refused(_ error: ServiceClientError) {
        let code: URLError.Code =
            error.serviceError?.code == .sessionInUse
            ? .backgroundSessionInUseByAnotherProcess : .backgroundSessionWasDisconnected
        let refusal = URLError(code, userInfo: [NSLocalizedDescriptionKey: error.description])
        // Another process may end: what is asked for then is this one's.
        let isForGood = code != .backgroundSessionInUseByAnotherProcess
        let (works, waiters) = withState { state in
            if isForGood { state.refusal = refusal }
            defer { state.waiters = [] }
            return (state.tasks.values.map(\.work), state.waiters)
        }
        SessionHandlings.noteTold(identifier)
        for waiter in waiters { waiter([]) }
        for work in works { work.fail(refusal) }
        // Whoever makes a session of the same identifier later asks again.
        guard isForGood else { return }
        Self.all.withLock { all in if all[identifier] === self { all[identifier] = nil } }
    }

    /// Why nothing comes of tasks here; nil when something may.
    var refusal: URLError? { withState { $0.refusal } }
}

extension SessionSettings {
    fileprivate init(_ configuration: BackgroundConfiguration) {
        self.init(
            sendsLaunchEvents: configuration.sendsLaunchEvents, isDiscretionary: configuration.isDiscretionary,
            allowsExpensive: configuration.allowsExpensive && configuration.allowsCellularAccess,
            allowsConstrained: configuration.allowsConstrained,
            resourceTimeout: configuration.timeoutIntervalForResource.inSeconds)
    }
}
