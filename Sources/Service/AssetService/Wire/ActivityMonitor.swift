// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Who is connected now: for the status, for idling, and for telling which apps run.
final class ActivityMonitor: Sendable {
    private struct State {
        var sessions: [UInt64: Session] = [:]
        var next: UInt64 = 1
        /// Calls that are being answered with one reply.
        var calls = 0
        var isDraining = false
    }
    private let state = Mutex(State())
    /// Somebody connected or left.
    let changes = ChangeSignal()

    var connectionCount: Int { state.withLock { $0.sessions.count } }

    func nextID() -> UInt64 {
        state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
    }

    func opened(_ session: Session) {
        state.withLock { $0.sessions[session.id] = session }
        changes.signal()
    }

    func closed(_ session: Session) {
        state.withLock { $0.sessions[session.id] = nil }
        changes.signal()
    }

    /// Ends the connections of an app that has been removed, and of its extension.
    func revoke(_ bundleID: String) {
        let sessions = state.withLock { $0.sessions.values.filter { $0.caller.bundleID == bundleID } }
        for session in sessions { session.revoke() }
    }

    // MARK: Calls

    /// Whether a call may be served: false when the service is about to end, and the caller must call again.
    ///
    /// - `isCounted`: the end waits for it, and `callEnded` follows.
    func callBegan(isCounted: Bool) -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            if isCounted { state.calls += 1 }
            return true
        }
    }

    func callEnded() {
        let isLast = state.withLock { state in
            state.calls -= 1
            return state.calls == 0 && state.isDraining
        }
        if isLast { changes.signal() }
    }

    /// Lets no call begin any more, and returns when those that have begun are answered, or the task was cancelled.
    func drain() async {
        state.withLock { $0.isDraining = true }
        for await _ in changes.changes() where state.withLock({ $0.calls }) == 0 { return }
    }

    /// The processes of an app that have said Hello and are still connected, extensions excluded.
    func processes(of bundleID: String) -> [Int32] {
        state.withLock { state in
            Set(
                state.sessions.values.filter { $0.saidHello && $0.caller == .app(bundleID: bundleID) }.map(\.processID)
            ).sorted()
        }
    }

    /// Whether a process of the app has said Hello and is still connected.
    func isRunning(_ bundleID: String) -> Bool {
        state.withLock { state in
            state.sessions.values.contains { $0.saidHello && $0.caller == .app(bundleID: bundleID) }
        }
    }
}
