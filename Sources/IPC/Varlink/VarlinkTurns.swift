// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The turns that calls of a connection take on its socket, and the thread that carries out those that may not block.
///
/// The thread keeps this alive, and not the connection, so that letting go of the connection ends it.
final class VarlinkTurns: Sendable {
    /// What the thread does when its turn has come; nil stands for a closed connection. What it returns is done when
    /// the turn has ended, so that whoever hears of the call's end finds the connection ready for the next.
    typealias Job = @Sendable (VarlinkSocket?) -> (@Sendable () -> Void)

    private struct State {
        var isBusy = false
        var isClosed = false
        var hasThread = false
        var jobs: [Job] = []
    }

    let socket: VarlinkSocket
    private let monitor = Monitor(State())

    init(socket: VarlinkSocket) { self.socket = socket }

    var isClosed: Bool { monitor.withLock { $0.isClosed } }

    /// Whether no call runs, and the peer is still there.
    var isReady: Bool { monitor.withLock { !$0.isClosed && !$0.isBusy } && socket.isQuiet }

    func close() {
        socket.shutdown()
        let jobs = monitor.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job(nil)() }
    }

    /// One call with one reply.
    func exchange(
        _ socket: VarlinkSocket?, _ message: [UInt8], _ deadline: ContinuousClock.Instant?
    ) -> Result<VarlinkReply, VarlinkError> {
        guard let socket else { return .failure(.connectionClosed) }
        do throws(VarlinkError) {
            let reply = try socket.exchange(message, until: deadline)
            guard !reply.continues else {
                throw .malformedMessage("several replies came to a call that wants one")
            }
            return .success(reply)
        } catch {
            if case .remote = error {} else { close() }
            return .failure(error)
        }
    }

    /// Blocks until no call runs; nil when the connection was closed.
    func takeTurn() -> VarlinkSocket? {
        monitor.wait { state in
            if state.isBusy { return nil }
            state.isBusy = true
            return .some(state.isClosed ? nil : socket)
        }
    }

    func endTurn() { monitor.withLock { $0.isBusy = false } }

    /// Has the connection's thread do something when its turn has come.
    func submit(_ job: @escaping Job) {
        let (isClosed, needsThread) = monitor.withLock { state in
            if state.isClosed { return (true, false) }
            state.jobs.append(job)
            defer { state.hasThread = true }
            return (false, !state.hasThread)
        }
        if isClosed { return job(nil)() }
        guard needsThread else { return }
        do throws(VarlinkError) {
            try ServingThread.start { [self] in work() }
        } catch {
            close()
        }
    }

    /// The thread: one job after another until the connection is closed.
    private func work() {
        while true {
            let job: Job? = monitor.wait { state in
                if state.isClosed { return .some(nil) }
                guard !state.isBusy, !state.jobs.isEmpty else { return nil }
                state.isBusy = true
                return state.jobs.removeFirst()
            }
            guard let job else { return }
            let afterwards = job(socket)
            endTurn()
            afterwards()
        }
    }
}
