// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Who is connected now: for the status, for idling, and for telling which apps run.
final class ActivityMonitor: Sendable {
    private struct State {
        var sessions: [UInt64: Session] = [:]
        var next: UInt64 = 1
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

    /// Whether a process of the app has said Hello and is still connected.
    func isRunning(_ bundleID: String) -> Bool {
        state.withLock { state in
            state.sessions.values.contains { $0.saidHello && $0.caller == .app(bundleID: bundleID) }
        }
    }
}
