// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import SystemSupport
internal import Varlink

/// What connects one background session with the service: a stream of what happens, on a thread of its own, and calls in their order, on a
/// queue of its own. Whoever calls does not wait.
///
/// `@unchecked Sendable`: all that changes is behind the condition.
final class SessionLink: @unchecked Sendable {
    private static let client = Result { () throws(ServiceClientError) -> ServiceClient in
        let environment = ProcessInfo.processInfo.environment
        do throws(ServiceLocationError) {
            return ServiceClient(
                location: try ServiceLocation(environment: environment), role: .app(in: environment),
                launcher: ServiceLauncher(environment: environment))
        } catch { throw .location(error) }
    }
    /// Milliseconds until the service is asked again, at first and at most.
    private static let pauses = 50...5_000
    /// Seconds in which another connection lets go of the session, if it does.
    private static let releaseTime: Double = 2
    /// Seconds that a call waits for the session to be this process's again, where the service has forgotten that.
    private static let patience: Double = 10

    private let identifier: String
    private let settings: SessionSettings
    /// Told that the service is about to be asked for the session, on the link's thread.
    private let asks: @Sendable () -> Void
    /// Told of each event, on the link's thread.
    private let receive: @Sendable (SessionEvent) -> Void
    /// Told why the session is not this process's.
    private let refused: @Sendable (ServiceClientError) -> Void
    /// Had the session before, and lets go of it when it has said all that it had to.
    private var predecessor: SessionLink?
    private let calls: DispatchQueue
    private let condition = NSCondition()
    private var standing = SessionStanding()
    /// By which the session is this process's.
    private var stream: VarlinkConnection?
    private var hasStarted = false
    private var hasClosed = false

    init(
        identifier: String, settings: SessionSettings, after predecessor: SessionLink?,
        asks: @escaping @Sendable () -> Void,
        receive: @escaping @Sendable (SessionEvent) -> Void, refused: @escaping @Sendable (ServiceClientError) -> Void
    ) {
        self.identifier = identifier
        self.settings = settings
        self.predecessor = predecessor
        self.asks = asks
        self.receive = receive
        self.refused = refused
        calls = DispatchQueue(label: "background-session.\(identifier)", qos: .utility)
    }

    /// Has the session be this process's, and keeps it so.
    func start() {
        let begins = condition.withLock {
            defer { hasStarted = true }
            return !hasStarted
        }
        if begins { Thread.detachNewThread { [self] in follow() } }
    }

    /// Has the service be asked again for a session that was another process's, now.
    func hasten() { change { $0.hasten() } }

    /// Lets go of the session when all calls have been made.
    func close(_ closed: @escaping @Sendable () -> Void) {
        calls.async { [self] in
            change { $0.close() }
            let stream = condition.withLock {
                defer { self.stream = nil }
                return self.stream
            }
            stream?.close()
            condition.withLock {
                hasClosed = true
                condition.broadcast()
            }
            closed()
        }
    }

    /// Changes how the session stands, and has everybody look who waits.
    private func change(_ body: (inout SessionStanding) -> Void) {
        condition.withLock {
            body(&standing)
            condition.broadcast()
        }
    }

    /// Waits until all calls have been made that were begun so far, for so long at most.
    func flush(seconds: Double) { OutstandingCalls.wait(for: calls, seconds: seconds) }

    // MARK: Calls

    /// Calls when the session is this process's; again where the connection is lost.
    ///
    /// - `done`: on the queue of calls.
    func call<Method: ServiceMethod>(
        _ method: Method, _ done: @escaping @Sendable (Result<Method.Reply, ServiceClientError>) -> Void = { _ in }
    ) {
        calls.async { [self] in done(attempt(method)) }
    }

    private func attempt<Method: ServiceMethod>(_ method: Method) -> Result<Method.Reply, ServiceClientError> {
        var seen = -1
        while true {
            do throws(ServiceClientError) {
                seen = try waitUntilOpen(after: seen)
                return .success(try Self.client.get().callBlocking(method))
            } catch {
                if error.isOfCaller { return .failure(error) }
                guard let code = error.serviceError?.code else {
                    // No connection: the thread of the stream makes one.
                    if condition.withLock({ standing.isGivenUp }) { return .failure(error) }
                    continue
                }
                // A service that was started anew does not know yet whose the session is.
                guard code == .serviceStopping || code == .sessionNotOpen && mayReopen(after: seen) else {
                    return .failure(error)
                }
            }
        }
    }

    /// Waits until the session is this process's.
    ///
    /// - Returns: the how manieth time that is.
    private func waitUntilOpen(after seen: Int) throws(ServiceClientError) -> Int {
        condition.lock()
        defer { condition.unlock() }
        var asked: Int?
        while true {
            switch standing.advice(after: seen, asked: asked) {
            case .call: return standing.openings
            case .fail(let error): throw error
            case .askAgain:
                asked = standing.refusals
                standing.hasten()
                condition.broadcast()
            case .wait:
                // What has failed with the session open is tried once more when it was opened anew, or a while later.
                let end = Date(timeIntervalSinceNow: Self.patience)
                if !condition.wait(until: end), standing.isOpen { return standing.openings }
            }
        }
    }

    /// Whether the session is opened anew within a while.
    private func mayReopen(after seen: Int) -> Bool {
        let end = Date(timeIntervalSinceNow: Self.patience)
        return condition.withLock {
            while standing.isOpen, standing.openings == seen { if !condition.wait(until: end) { return false } }
            return !standing.isClosed
        }
    }

    // MARK: The stream

    private func waitUntilClosed() { condition.withLock { while !hasClosed { condition.wait() } } }

    private func follow() {
        predecessor?.waitUntilClosed()
        predecessor = nil
        var pause = Self.pauses.lowerBound
        var start = ServiceStart.always
        var inUse: Date?
        var isSaid = false
        while !isClosed {
            do throws(ServiceClientError) {
                let call = SessionsInterface.Open(
                    session: identifier, settings: settings, answersChallenges: true)
                asks()
                try Self.client.get().streamBlocking(call, start: start, opened: { keep($0) }) { event in
                    pause = Self.pauses.lowerBound
                    // First: what is asked for then is asked for by those who know how the session stands.
                    receive(event)
                    if event.kind == .opened {
                        inUse = nil
                        change { $0.open() }
                    }
                    return !isClosed
                }
            } catch {
                // A connection that was just closed may still be there for the service.
                let wasRecent = inUse.map { Date() < $0 } ?? true
                if error.isSessionInUse, wasRecent {
                    inUse = inUse ?? Date(timeIntervalSinceNow: Self.releaseTime)
                } else if !error.isPassing {
                    change { $0.refuse(error) }
                    refused(error)
                    guard error.isSessionInUse else { return }
                } else if error.serviceError == nil, !error.isTransient, !isSaid {
                    // What was asked for waits until there is a service: nobody would know why.
                    isSaid = true
                    StandardError.say("URLSession \(identifier): \(error)")
                }
            }
            change { $0.lose() }
            // One that was ended on purpose is started by whoever needs it.
            start = rest(milliseconds: pause) ? .always : .afterCrash
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    private var isClosed: Bool { condition.withLock { standing.isClosed } }

    /// Unless somebody waits for what comes after.
    ///
    /// - Returns: whether somebody does.
    private func rest(milliseconds: Int) -> Bool {
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        return condition.withLock {
            while !standing.isHastened, !standing.isClosed { if !condition.wait(until: end) { break } }
            defer { standing.ask() }
            return standing.isHastened
        }
    }

    private func keep(_ connection: VarlinkConnection) {
        let isClosed = condition.withLock {
            stream = standing.isClosed ? nil : connection
            return standing.isClosed
        }
        if isClosed { connection.close() }
    }
}
