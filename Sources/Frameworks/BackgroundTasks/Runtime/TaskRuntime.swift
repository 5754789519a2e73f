// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization
internal import SystemSupport
internal import URLLoading

/// What connects the tasks of this process with the service: it hears of those that are launched, and has their handlers called.
final class TaskRuntime: Sendable {
    static let own = TaskRuntime(environment: ProcessInfo.processInfo.environment)

    private struct EndedRun {
        var run: Int64
        var task: BackgroundTask
        var success: Bool
        var failure: String?

        /// Whether it is this one: a service that could not record another run, of the same number, has forgotten that. Titles change.
        func isRun(_ run: Int64, of task: BackgroundTask) -> Bool {
            self.run == run && self.task.identifier == task.identifier && self.task.kind == task.kind
                && self.task.earliestBegin == task.earliestBegin
        }
    }

    private struct State {
        var handlers: [String: TaskHandler] = [:]
        var sessions: [SessionHandler] = []
        /// From when they are begun with, by their runs.
        var launched: [Int64: LaunchedTask] = [:]
        /// How the last runs have ended here, the last one last: a service that was killed before it had that on record tells of them once
        /// more when it is there again.
        var ended: [EndedRun] = []
        /// Launched before there was a handler for them, which is waited for while the app begins.
        var orphans: [Int64: BackgroundTask] = [:]
        var isFollowing = false
        /// Handlers are registered next.
        var isBeginning = false
    }

    /// Seconds in which an app that was launched registers its handlers.
    private static let registrationTime = 5.0
    /// Runs that are known to have ended.
    private static let largestCount = 256
    /// Seconds for which what the app has asked for without waiting is waited for.
    static let flushTime = 3.0

    /// For calls that nobody waits for.
    let queue = DispatchQueue(label: "background-tasks", qos: .utility)
    private let client: Result<ServiceClient, ServiceClientError>
    private let state = Mutex(State())

    init(environment: [String: String]) {
        do throws(ServiceLocationError) {
            let location = try ServiceLocation(environment: environment)
            client = .success(
                ServiceClient(
                    location: location, role: .app(in: environment),
                    launcher: ServiceLauncher(environment: environment)))
        } catch { client = .failure(.location(error)) }
        PrintedLines.showEach(environment: environment)
        OutstandingCalls.register { [queue] in OutstandingCalls.wait(for: queue, seconds: $0) }
    }

    /// Calls an app's completion handler. It may wait for another one, and for as long as it likes: nothing else waits for it.
    static func answer(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .utility).async(execute: body)
    }

    // MARK: Requests

    func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) { try submit(SentRequest(request)) }

    func submit(_ request: SentRequest) throws(BGTaskScheduler.Error) {
        guard let task = request.task else {
            throw BGTaskScheduler.Error(
                .notPermitted, "the request \(request.identifier) is of a class that is none of BackgroundTasks")
        }
        guard task.earliestBegin?.isFinite ?? true else {
            throw BGTaskScheduler.Error(.notPermitted, "the earliest begin of \(request.identifier) is no time")
        }
        guard !request.missingResources else {
            throw BGTaskScheduler.Error(
                .notPermitted, "\(request.identifier) needs resources that this system does not have")
        }
        guard PermittedIdentifiers.own?.allows(task.identifier) ?? true else {
            throw BGTaskScheduler.Error(.notPermitted, PermittedIdentifiers.fault(of: task.identifier))
        }
        guard state.withLock({ $0.isBeginning || Self.handler(for: task.identifier, in: $0) != nil }) else {
            throw BGTaskScheduler.Error(
                .notPermitted,
                "no launch handler is registered for \(task.identifier): register it before the app submits requests")
        }
        do throws(ServiceClientError) {
            _ = try client.get().callBlocking(
                TasksInterface.Submit(task: task, queues: request.queues, callID: UUID().uuidString))
        } catch { throw BGTaskScheduler.Error(error) }
    }

    func cancel(_ identifier: String?) {
        do throws(ServiceClientError) {
            _ = try client.get().callBlocking(TasksInterface.Cancel(identifier: identifier, callID: UUID().uuidString))
        } catch { Self.say("what was asked for cannot be taken back: \(error)") }
    }

    func pending() -> [BackgroundTask] {
        do throws(ServiceClientError) {
            return try client.get().callBlocking(TasksInterface.Pending()).tasks
        } catch {
            Self.say("what was asked for is not known: \(error)")
            return []
        }
    }

    var isLowPowerModeOn: Bool {
        do throws(ServiceClientError) { return try client.get().callBlocking(TasksInterface.LowPowerMode()).isOn } catch
        {
            Self.say("whether the device saves power is not known: \(error)")
            return false
        }
    }

    func simulate(
        _ simulation: TasksInterface.Simulate.Simulation, _ identifier: String
    ) throws(BGTaskScheduler.Error) {
        do throws(ServiceClientError) {
            _ = try client.get().callBlocking(
                TasksInterface.Simulate(identifier: identifier, simulation: simulation))
        } catch { throw BGTaskScheduler.Error(error) }
    }

    // MARK: Handlers

    /// While this is done, requests are taken whose handlers are registered after it.
    func beforeRegistration<Value>(_ body: () throws -> Value) rethrows -> Value {
        state.withLock { $0.isBeginning = true }
        defer { state.withLock { $0.isBeginning = false } }
        return try body()
    }

    /// - Returns: false where there is one already, and for what the Info.plist does not permit. The handler is kept in that case, so that
    ///   a request for it is refused for what it lacks.
    func register(_ identifier: String, _ handler: TaskHandler) -> Bool {
        let (isNew, begins, orphans) = state.withLock { state -> (Bool, Bool, [(Int64, BackgroundTask)]) in
            guard state.handlers[identifier] == nil else { return (false, false, []) }
            state.handlers[identifier] = handler
            let orphans = state.orphans.filter { _, task in
                PermittedIdentifiers.stands(identifier, for: task.identifier) && Self.isPermitted(task)
            }
            for run in orphans.keys { state.orphans[run] = nil }
            defer { state.isFollowing = true }
            return (true, !state.isFollowing, orphans.map { ($0.key, $0.value) })
        }
        guard isNew else {
            Self.say("a launch handler for \(identifier) is registered already: the first one stays")
            return false
        }
        if begins { beginFollowing() }
        for (run, task) in orphans { queue.async { [self] in begin(run, task, handler) } }
        guard PermittedIdentifiers.own?.allows(identifier) ?? true else {
            Self.say("\(PermittedIdentifiers.fault(of: identifier)): it is not launched")
            return false
        }
        return true
    }

    private func beginFollowing() { Thread.detachNewThread { [self] in follow() } }

    func registerSessions(_ handler: SessionHandler) {
        let (begins, orphans) = state.withLock { state in
            state.sessions.append(handler)
            defer { state.isFollowing = true }
            return (!state.isFollowing, state.orphans.filter { $0.value.kind == .sessionEvents })
        }
        if begins { beginFollowing() }
        // Which are meant is said by code of the app's, which may ask for anything here.
        for (run, task) in orphans where handler.isMeant(task.identifier) {
            guard state.withLock({ $0.orphans.removeValue(forKey: run) }) != nil else { continue }
            queue.async { [self] in
                if let handler = self.handler(ofSession: task.identifier) { begin(run, task, handler) }
            }
        }
    }

    private func handler(ofSession identifier: String) -> TaskHandler? {
        Self.handler(ofSession: identifier, in: state.withLock { $0.sessions })
    }

    private static func handler(ofSession identifier: String, in sessions: [SessionHandler]) -> TaskHandler? {
        let handlers = sessions.filter { $0.isMeant(identifier) }
        guard !handlers.isEmpty else { return nil }
        return TaskHandler(queue: nil) { TaskActions.perform($0, for: identifier, handlers) }
    }

    private static func handler(for identifier: String, in state: State) -> TaskHandler? {
        // The most exact one.
        state.handlers[identifier]
            ?? state.handlers.filter { PermittedIdentifiers.stands($0.key, for: identifier) }.max {
                $0.key.count < $1.key.count
            }?.value
    }

    // MARK: Tasks

    /// Hears of what is launched, for as long as the process runs.
    private func follow() {
        do throws(ServiceClientError) { try client.get().followBlocking(TasksInterface.Follow()) { handle($0) } } catch
        {
            Self.say("this process is told of no background tasks: \(error)")
        }
    }

    private func handle(_ event: TaskEvent) {
        switch event.kind {
        case .launched:
            guard let task = event.task else { return }
            if let ended = state.withLock({ Self.ended(event.run, task, in: $0) }) { return tellAgain(ended) }
            let (handler, isNew) = task.kind == .sessionEvents ? takeSession(event.run, task) : take(event.run, task)
            if let handler { return begin(event.run, task, handler) }
            if isNew {
                queue.asyncAfter(deadline: .now() + Self.registrationTime) { [self] in giveUp(event.run) }
            }
        case .expiring:
            guard let launched = state.withLock({ $0.launched[event.run] }) else { return }
            launched.expire(event.expiration ?? .timeUsedUp)
        case .powerState:
            DispatchQueue.global().async {
                NotificationCenter.default.post(
                    name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
            }
        case .subscribed, .unknown: break
        }
    }

    /// What is done for a task; where there is nothing yet, whoever registers it from now on finds the task.
    ///
    /// - Returns: the handler, or whether the task is new.
    private func take(_ run: Int64, _ task: BackgroundTask) -> (TaskHandler?, Bool) {
        state.withLock { state in
            if Self.isPermitted(task), let handler = Self.handler(for: task.identifier, in: state) {
                return (handler, false)
            }
            return (nil, state.orphans.updateValue(task, forKey: run) == nil)
        }
    }

    /// The same for the events of a session. Which are meant is said by code of the app's, which may ask for anything here.
    private func takeSession(_ run: Int64, _ task: BackgroundTask) -> (TaskHandler?, Bool) {
        while true {
            let sessions = state.withLock { $0.sessions }
            if let handler = Self.handler(ofSession: task.identifier, in: sessions) { return (handler, false) }
            let isNew = state.withLock { state -> Bool? in
                guard state.sessions.count == sessions.count else { return nil }
                return state.orphans.updateValue(task, forKey: run) == nil
            }
            if let isNew { return (nil, isNew) }
        }
    }

    private func begin(_ run: Int64, _ task: BackgroundTask, _ handler: TaskHandler) {
        let launched = LaunchedTask(run: run, task, handler: handler, runtime: self)
        // It may be told twice, as when the service comes back.
        let (isNew, ended) = state.withLock { state -> (Bool, EndedRun?) in
            if let ended = Self.ended(run, task, in: state) { return (false, ended) }
            guard state.launched[run] == nil else { return (false, nil) }
            state.launched[run] = launched
            return (true, nil)
        }
        if let ended { tellAgain(ended) }
        guard isNew else { return }
        if task.kind == .sessionEvents { BackgroundSessions.expectHandler(of: task.identifier) }
        do throws(ServiceClientError) { _ = try client.get().callBlocking(TasksInterface.TakeUp(run: run)) } catch {
            state.withLock { $0.launched[run] = nil }
            if task.kind == .sessionEvents { BackgroundSessions.handlerEnded(of: task.identifier) }
            return Self.say("\(task.identifier) is not begun: \(error)")
        }
        handler.begin(launched)
    }

    /// Whether an app may do a task: one of before an update may be of a name that is not listed any more.
    private static func isPermitted(_ task: BackgroundTask) -> Bool {
        task.kind == .sessionEvents || PermittedIdentifiers.own?.allows(task.identifier) ?? true
    }

    /// An app without a handler for what it has asked for: on Apple's platforms it ends with that.
    private func giveUp(_ run: Int64) {
        guard let task = state.withLock({ $0.orphans.removeValue(forKey: run) }) else { return }
        let missing = "no launch handler is registered for \(task.identifier)"
        let reason =
            Self.isPermitted(task) ? missing : "\(PermittedIdentifiers.fault(of: task.identifier)): it is not launched"
        Self.say(reason)
        // What waits for what was asked for without waiting would wait for this.
        let ended = EndedRun(run: run, task: task, success: false, failure: reason)
        DispatchQueue.global(qos: .utility).async { [self] in complete(ended) }
    }

    func complete(_ launched: LaunchedTask, success: Bool, failure: String?) {
        complete(EndedRun(run: launched.run, task: launched.task, success: success, failure: failure))
    }

    private static func ended(_ run: Int64, _ task: BackgroundTask, in state: State) -> EndedRun? {
        state.ended.last { $0.isRun(run, of: task) }
    }

    /// A service that was killed has no record of it.
    private func tellAgain(_ ended: EndedRun) { DispatchQueue.global(qos: .utility).async { [self] in tell(ended) } }

    private func complete(_ ended: EndedRun) {
        state.withLock { state in
            state.launched[ended.run] = nil
            state.ended.append(ended)
            if state.ended.count > Self.largestCount { state.ended.removeFirst() }
        }
        tell(ended)
    }

    private func tell(_ ended: EndedRun) {
        // The process may be suspended as soon as the service knows.
        OutstandingCalls.flush(seconds: Self.flushTime)
        do throws(ServiceClientError) {
            _ = try client.get().callBlocking(
                TasksInterface.Complete(run: ended.run, success: ended.success, failure: ended.failure))
        } catch { Self.say("the end of a background task cannot be told: \(error)") }
    }

    func report(
        _ run: Int64, fraction: Double, completed: Int64, title: String? = nil, subtitle: String? = nil
    ) {
        queue.async { [client] in
            do throws(ServiceClientError) {
                _ = try client.get().callBlocking(
                    TasksInterface.ReportProgress(
                        run: run, fraction: fraction, completed: completed, title: title, subtitle: subtitle))
            } catch { Self.say("the progress of a background task cannot be told: \(error)") }
        }
    }

    /// What an interface without errors cannot tell.
    static func say(_ message: String) {
        StandardError.say("BackgroundTasks: \(message)")
    }
}
