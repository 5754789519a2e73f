// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
package import Logging
package import MessageBus
internal import Synchronization
internal import SystemPackage
package import SystemSupport

/// Asks the services of the desktop how things stand, and hears of changes: on a thread of its own, which sleeps until one comes.
///
/// A service that does not answer within half a second is asked again a minute later, and what it said last holds meanwhile; so is a bus that is
/// lost looked for again.
package final class DeviceWatch: Sendable {
    /// After which a bus that was lost is looked for again, and a service that was silent asked.
    private static let pause = Duration.seconds(60)

    private struct State {
        var report = DeviceReport()
        /// The thread has asked everybody once.
        var isSettled = false
        var isStarted = false
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let addresses: BusAddresses
    private let logger: Logger
    private let changed: @Sendable () -> Void
    private let state = Mutex(State())
    /// Becomes readable when the thread is to end.
    private let stopping: OwnedDescriptor
    private let stopper: OwnedDescriptor

    /// - `changed`: called on the thread when the report is another one.
    package init(
        _ addresses: BusAddresses, logger: Logger, changed: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        self.addresses = addresses
        self.logger = logger
        self.changed = changed
        var ends: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&ends) }
        stopping = OwnedDescriptor(taking: ends[0])
        stopper = OwnedDescriptor(taking: ends[1])
    }

    /// How things stand; nothing is known before `start`.
    package var report: DeviceReport { state.withLock { $0.report } }

    /// Begins to watch, and returns when everybody was asked: after half a second at the latest for each service, and a second for each bus.
    package func start() async {
        guard BusKind.allCases.contains(where: { addresses[$0] != nil }) else { return }
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        let thread = Thread { [self] in run() }
        thread.name = "desktop"
        thread.stackSize = 256 << 10
        thread.start()
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if !state.isSettled { state.waiters.append(continuation) }
                return state.isSettled
            }
            if isSettled { continuation.resume() }
        }
    }

    /// Watches no more.
    package func stop() {
        state.withLock { $0.isStopped = true }
        // An empty pipe takes a byte.
        _ = write(stopper.rawValue, [0], 1)
    }

    // MARK: The thread

    private func run() {
        var connections: [BusKind: BusConnection] = [:]
        var answers = DesktopAnswers()
        var nextTry = ContinuousClock.now
        /// When those are asked again that were silent.
        var nextQuestion: ContinuousClock.Instant?
        var isAsked = false
        while !state.withLock({ $0.isStopped }) {
            if nextTry <= .now {
                for kind in BusKind.allCases where connections[kind] == nil {
                    connections[kind] = connect(kind)
                    if connections[kind] != nil { isAsked = false }
                }
                nextTry = .now + Self.pause
            }
            if let time = nextQuestion, time <= .now {
                nextQuestion = nil
                isAsked = false
            }
            if process(&connections) { isAsked = false }
            guard isAsked else {
                answers = ask(&connections, after: answers)
                publish(DeviceReport(answers.all))
                nextQuestion = answers.silent.isEmpty ? nil : nextQuestion ?? .now + Self.pause
                isAsked = true
                // What came meanwhile is not seen by poll(2).
                continue
            }
            let isComplete = BusKind.allCases.allSatisfy { addresses[$0] == nil || connections[$0] != nil }
            wait(for: connections, until: [isComplete ? nil : nextTry, nextQuestion].compactMap { $0 }.min())
        }
        publish(DeviceReport())
    }

    /// Takes in what has come, and answers whether anything is to be asked anew.
    private func process(_ connections: inout [BusKind: BusConnection]) -> Bool {
        var hasChanged = false
        for (kind, connection) in connections {
            do throws(SystemError) {
                try connection.process()
                if connection.takeChange() { hasChanged = true }
            } catch {
                logger.notice("what the desktop tells is not known for now: \(error)")
                connections[kind] = nil
                hasChanged = true
            }
        }
        return hasChanged
    }

    private func connect(_ kind: BusKind) -> BusConnection? {
        guard let address = addresses[kind] else { return nil }
        do throws(SystemError) {
            let connection = try BusConnection(to: address)
            let objects = Set(BusQuestion.all.filter { $0.bus == kind }.map { [$0.service, $0.path] })
            for object in objects { try connection.watch(object[0], at: object[1]) }
            return connection
        } catch {
            logger.debug("the \(kind) bus cannot be asked: \(error)")
            return nil
        }
    }

    private func ask(_ connections: inout [BusKind: BusConnection], after last: DesktopAnswers) -> DesktopAnswers {
        var answers = DesktopAnswers()
        for question in BusQuestion.all {
            guard let connection = connections[question.bus] else { continue }
            guard !answers.silent.contains(question.service) else {
                answers.keep(question, of: last)
                continue
            }
            do throws(SystemError) { answers.all[question] = try connection.ask(question) } catch {
                logger.notice("what the desktop tells is not known for now: \(error)")
                if error.errno == .timedOut {
                    answers.keep(question, of: last)
                } else {
                    connections[question.bus] = nil
                }
            }
        }
        return answers
    }

    private func wait(for connections: [BusKind: BusConnection], until time: ContinuousClock.Instant?) {
        var waiting = connections.values.map(\.waiting)
        waiting.append(pollfd(fd: stopping.rawValue, events: Int16(POLLIN), revents: 0))
        let milliseconds = time.map {
            Int32(clamping: Int64((ContinuousClock.now.duration(to: $0)) / .milliseconds(1)) + 1)
        }
        _ = poll(&waiting, nfds_t(waiting.count), milliseconds.map { max(0, $0) } ?? -1)
    }

    private func publish(_ report: DeviceReport) {
        let (waiters, isNew) = state.withLock { state in
            defer {
                state.report = report
                state.waiters = []
                state.isSettled = true
            }
            return (state.waiters, state.report != report)
        }
        if isNew { changed() }
        for waiter in waiters { waiter.resume() }
    }
}
