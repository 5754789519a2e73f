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
        var objects = SessionObjects()
        /// Objects that are being made: they have it in a moment.
        var arrivals = 0
        /// Ends for which there is no delegate yet.
        var held: [Int64: SessionEvent] = [:]
        /// That all has been told.
        var drained = DrainedEvents()
        /// Tasks whose ends were told here: the service may tell them once more.
        var concluded: Set<Int64> = []
        /// Tasks that the service had when it was last asked for the session: of those alone it can have forgotten some.
        var entrusted: Set<Int64> = []
        /// How often it was asked for it.
        var opening = 0
        var nextNumber: Int64
        var isOpen = false
        var waiters: [@Sendable ([URLSessionTask]) -> Void] = []
        var refusal: URLError?
    }

    private static let all = Mutex<[String: BackgroundSession]>([:])
    /// Those that nobody has any more, and that have something to tell the service.
    private static let closing = Mutex<[BackgroundSession]>([])

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

    /// The session of an identifier, for an object that is about to be attached.
    static func session(_ configuration: BackgroundConfiguration) -> BackgroundSession {
        _ = isAwaited
        let identifier = configuration.identifier ?? ""
        return all.withLock { all in
            let session = all[identifier] ?? make(identifier, SessionSettings(configuration))
            session.withState { $0.arrivals += 1 }
            all[identifier] = session
            return session
        }
    }

    private static func make(_ identifier: String, _ settings: SessionSettings) -> BackgroundSession {
        let session = BackgroundSession(identifier: identifier)
        // This process has it until the one before has said all that it had to.
        let before = closing.withLock { $0.last { $0.identifier == identifier }?.link }
        session.link = SessionLink(
            identifier: identifier, settings: settings, after: before,
            asks: { [weak session] in session?.noteAsking() },
            receive: { [weak session] in session?.receive($0) }, refused: { [weak session] in session?.refused($0) })
        return session
    }

    /// Waits until the service has heard of all that was asked of background sessions so far, for so long at most.
    private static func flushAll(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        // In this order: one that is let go of meanwhile is among those that close.
        let sessions = all.withLock { Array($0.values) }
        for session in sessions + closing.withLock({ $0 }) {
            session.link?.flush(seconds: max(end.timeIntervalSinceNow, 0))
        }
    }

    /// Whether somebody in this process hears of what happens in a session.
    static func hasDelegate(_ identifier: String) -> Bool {
        guard let session = all.withLock({ $0[identifier] }) else { return false }
        return session.withState { $0.objects.hearer != nil }
    }

    /// Has who has it hear that all has been told.
    static func tellDrained(_ identifier: String) { all.withLock { $0[identifier] }?.tellDrained() }

    private func withState<Value>(_ body: (inout State) -> Value) -> Value { lock.withLock { body(&state) } }

    // MARK: Its objects

    /// An object has it from now on, and hears of what nobody has heard of.
    func attach(_ session: URLSession) {
        let hears = session.hasDelegate
        let (held, drains) = withState { state -> ([(Int64, SessionEvent)], Bool) in
            state.arrivals -= 1
            state.objects.add(session, tasks: state.tasks.values.lazy.map(\.work))
            guard hears else { return ([], false) }
            defer { state.held = [:] }
            return (state.held.sorted { $0.key < $1.key }, state.drained.takeUnheard())
        }
        for (number, event) in held { ended(number, event) }
        if hears {
            SessionHandlings.noteHearer(identifier)
            if drains || SessionHandlings.isDrained(identifier) { tellDrained() }
        } else if withState({ $0.objects.hearer == nil }) {
            SessionHandlings.noteTold(identifier)
        }
        link?.start()
        // What those who leave have waited for is this one's to hear of.
        lookAtLeavers()
    }

    /// An object wants no more tasks. Which it has, is known when the session is open.
    ///
    /// - `cancels`: its own tasks. Else it stays until those have ended, and those that nobody else hears of.
    func invalidate(_ session: URLSession, cancels: Bool) {
        whenOpen { [self] _ in
            let tasks = withState { state in
                state.objects.leave(session, cancels ? .cancelled : .whenHeard)
                return state.tasks.values.filter { $0.work.session === session }
            }
            if cancels { for task in tasks { task.cancel() } }
            leaveIfDone(session)
        }
    }

    /// Lets go of those objects that want no more tasks and have nothing more to hear of.
    ///
    /// - `gone`: one that the app may have no longer.
    func lookAtLeavers(and gone: URLSession? = nil) {
        for session in withState({ $0.objects.leavers(and: gone) }) { leaveIfDone(session) }
    }

    private func leaveIfDone(_ session: URLSession) {
        // In one step with the making of another one.
        let (leaves, isDeaf, isLast) = Self.all.withLock { all in
            withState { state in
                let isAwaited = state.drained.isAwaited
                guard state.objects.isDone(session, tasks: state.tasks, awaitsDrained: isAwaited) else {
                    return (false, false, false)
                }
                state.objects.remove(session)
                let isLast = state.objects.isEmpty && state.tasks.isEmpty && state.arrivals == 0
                if isLast, all[identifier] === self { all[identifier] = nil }
                if isLast { Self.closing.withLock { $0.append(self) } }
                return (true, state.objects.hearer == nil && state.arrivals == 0, isLast)
            }
        }
        guard leaves else { return }
        session.becomeInvalid(nil)
        // Nobody is there to hear that all has been told.
        if isDeaf { SessionHandlings.noteTold(identifier) }
        guard isLast else { return }
        link?.close { [self] in Self.closing.withLock { closing in closing.removeAll { $0 === self } } }
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

    func nextNumber() -> Int64 {
        withState { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    func add<Task: BackgroundTask>(_ task: Task) -> Task {
        withState { $0.tasks[task.work.number] = task }
        return task
    }

    /// A task has ended, and whoever was to hear of it has.
    func conclude(_ work: BackgroundWork) {
        withState { state in
            state.tasks[work.number] = nil
            state.concluded.insert(work.number)
            state.objects.conclude(work.number, isKnown: !work.wasSent)
        }
        if work.wasSent { conclude(work.number) }
        lookAtLeavers()
    }

    /// Has the service take note of an end. Who has heard of it stays until it is known whether that was all, which is told then.
    private func conclude(_ number: Int64) {
        let opening = withState { $0.opening }
        call(SessionsInterface.Conclude(session: identifier, number: number)) { [self] reply in
            let session = withState { state in
                // Where nobody has answered nothing is promised.
                if state.opening == opening, case .success(let reply) = reply { state.drained.promise(reply.drains) }
                return state.objects.conclude(number, isKnown: true)
            }
            lookAtLeavers(and: session)
        }
    }

    func call<Method: ServiceMethod>(
        _ method: Method, _ done: @escaping @Sendable (Result<Method.Reply, ServiceClientError>) -> Void = { _ in }
    ) { link?.call(method, done) }

    // MARK: What happens

    /// The service is about to be asked for the session.
    private func noteAsking() {
        withState { state in
            state.opening += 1
            state.drained.begin()
            state.entrusted = Set(state.tasks.values.lazy.map(\.work).filter(\.isKnownToService).map(\.number))
        }
    }

    /// The service tells something.
    private func receive(_ event: SessionEvent) {
        switch event.kind {
        case .opened: opened(event)
        case .progress: work(event.number)?.noteProgress(event)
        case .answered: work(event.number)?.noteAnswer(event)
        case .waiting: work(event.number)?.noteWaiting()
        case .ended: ended(event.number, event)
        case .drained:
            withState { $0.drained.receive() }
            noteDrained()
        case .challenged: challenged(event)
        case .unknown: break
        }
    }

    private func work(_ number: Int64) -> BackgroundWork? { withState { $0.tasks[number]?.work } }

    /// The object whose delegate hears of a task; nil where there is no object.
    func listener(for work: BackgroundWork) -> URLSession? { withState { $0.objects.listener(for: work) } }

    /// The object that hears of the end of a task, and stays until it has; nil where nobody does.
    func teller(for work: BackgroundWork) -> URLSession? {
        withState { $0.tasks[work.number] == nil ? nil : $0.objects.teller(for: work) }
    }

    private func opened(_ event: SessionEvent) {
        let records = event.tasks ?? []
        let (lost, waiters, tasks, drains) = withState {
            state -> ([BackgroundWork], [@Sendable ([URLSessionTask]) -> Void], [URLSessionTask], Bool) in
            let drains = state.drained.open(event.drains)
            for record in records {
                let number = record.task.number
                guard state.tasks[number] == nil, !state.concluded.contains(number) else { continue }
                let session = state.objects.hearer ?? state.objects.all.last
                state.tasks[number] = BackgroundWork(record, of: self, session: session).makeTask()
                state.nextNumber = max(state.nextNumber, number + 1)
            }
            let known = Set(records.map(\.task.number))
            // The others the service has forgotten.
            state.concluded.formIntersection(known)
            let lost = state.entrusted.subtracting(known).compactMap { state.tasks[$0]?.work }
            defer { (state.isOpen, state.waiters, state.entrusted) = (true, [], []) }
            return (lost, state.waiters, Self.tasks(in: state), drains)
        }
        for work in lost { work.fail(URLError(.backgroundSessionWasDisconnected)) }
        for waiter in waiters { waiter(tasks) }
        if drains { noteDrained() }
        lookAtLeavers()
    }

    private func ended(_ number: Int64, _ event: SessionEvent) {
        enum Next {
            case deliver(BackgroundWork, URLSession)
            case concludeAgain
            case wait
        }
        let next = withState { state -> Next in
            guard let work = state.tasks[number]?.work else { return .concludeAgain }
            guard let session = state.objects.teller(for: work) else {
                state.held[number] = event
                return .wait
            }
            return .deliver(work, session)
        }
        switch next {
        case .deliver(let work, let session): work.end(event, in: session)
        case .concludeAgain: conclude(number)
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

    /// All has been told. That is said when the app's handler has been called; whoever hears it stays until then.
    private func noteDrained() { if SessionHandlings.noteDrained(identifier) { tellDrained() } }

    private func tellDrained() {
        let (hearer, delegate) = withState { state -> (URLSession?, (any URLSessionDelegate)?) in
            let hearer = state.objects.hearer
            let delegate = hearer?.delegate
            state.drained.tell(isHeard: delegate != nil)
            return (hearer, delegate)
        }
        guard let hearer, let delegate else {
            SessionHandlings.noteTold(identifier)
            return lookAtLeavers()
        }
        hearer.delegateQueue.addOperation { [self] in
            delegate.urlSessionDidFinishEvents(forBackgroundURLSession: hearer)
            SessionHandlings.noteTold(identifier)
            withState { $0.drained.noteTold() }
            lookAtLeavers()
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
            state.drained.giveUp()
            defer { state.waiters = [] }
            return (state.tasks.values.map(\.work), state.waiters)
        }
        SessionHandlings.noteTold(identifier)
        for waiter in waiters { waiter([]) }
        for work in works { work.fail(refusal) }
        lookAtLeavers()
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
