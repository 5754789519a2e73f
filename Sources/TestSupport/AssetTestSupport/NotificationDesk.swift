// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CTestBus
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The notification server of a test's desktop.
package final class NotificationDesk: Sendable {
    package struct Notification: Equatable, Sendable {
        package let id: UInt32
        /// 0 for none.
        package let replaced: UInt32
        package let application, summary, body: String
        /// Identifiers and titles by turns.
        package let actions: [String]
        package let urgency: Int32

        package init(
            id: UInt32, replaced: UInt32, application: String, summary: String, body: String, actions: [String],
            urgency: Int32
        ) {
            (self.id, self.replaced) = (id, replaced)
            (self.application, self.summary, self.body) = (application, summary, body)
            (self.actions, self.urgency) = (actions, urgency)
        }
    }

    private struct Waiter {
        let shown, closed: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var shown: [Notification] = []
        var closed: [UInt32] = []
        var waiters: [Waiter] = []
        /// Taken by what is shown before it answers; nil where it answers at once.
        var gate: DispatchSemaphore?
    }

    private let state = Mutex(State())

    /// All that were shown, in their order.
    package var shown: [Notification] { state.withLock { $0.shown } }
    /// What was taken away by whoever had it shown.
    package var closed: [UInt32] { state.withLock { $0.closed } }

    /// Waits until so many were shown, and so many taken away.
    package func wait(shown: Int, closed: Int = 0) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.shown.count >= shown, state.closed.count >= closed { return true }
                state.waiters.append(Waiter(shown: shown, closed: closed, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Has what is shown from now on be answered only when it is released.
    package func hold() { state.withLock { $0.gate = DispatchSemaphore(value: 0) } }

    package func release() {
        state.withLock { state in
            state.gate?.signal()
            state.gate = nil
        }
    }

    fileprivate func take(_ notification: Notification) {
        let waiters = state.withLock { state in
            if notification.urgency < 0 {
                state.closed.append(notification.id)
            } else {
                state.shown.append(notification)
            }
            let ready = { (waiter: Waiter) in state.shown.count >= waiter.shown && state.closed.count >= waiter.closed }
            let waiters = state.waiters.filter(ready)
            state.waiters.removeAll(where: ready)
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume() }
        if notification.urgency >= 0, let gate = state.withLock({ $0.gate }) {
            gate.wait()
            gate.signal()
        }
    }
}

extension TestDesktop {
    /// Has it show notifications from now on.
    package func showNotifications(
        _ capabilities: [String] = ["body", "actions", "body-markup", "persistence"]
    ) throws -> NotificationDesk {
        let desk = NotificationDesk()
        // For as long as the test runs.
        let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: capabilities.count + 1)
        for (index, name) in capabilities.enumerated() { list[index] = UnsafePointer(strdup(name)) }
        list[capabilities.count] = nil
        let result = test_bus_take_notifications(
            bus, list,
            { context, id, replaced, application, summary, body, actions, urgency in
                guard let context, let application, let summary, let body, let actions else { return }
                Unmanaged<NotificationDesk>.fromOpaque(context).takeUnretainedValue().take(
                    NotificationDesk.Notification(
                        id: id, replaced: replaced, application: String(cString: application),
                        summary: String(cString: summary), body: String(cString: body),
                        actions: String(cString: actions).split(separator: "\n").map(String.init), urgency: urgency))
            }, Unmanaged.passRetained(desk).toOpaque())
        try check(result, "own the notification server")
        return desk
    }

    /// A person chooses an action of a notification, with what lets the app come to the front.
    package func choose(_ action: String, of id: UInt32, token: String? = nil) throws {
        if let token { try check(test_bus_signal_notification(bus, "ActivationToken", id, token, 0), "signal") }
        try check(test_bus_signal_notification(bus, "ActionInvoked", id, action, 0), "signal")
    }

    /// A person writes something.
    package func reply(_ text: String, to id: UInt32) throws {
        try check(test_bus_signal_notification(bus, "NotificationReplied", id, text, 0), "signal")
    }

    /// A notification goes: its time is up (1), or a person has dismissed it (2).
    package func dismiss(_ id: UInt32, reason: UInt32 = 2) throws {
        try check(test_bus_signal_notification(bus, "NotificationClosed", id, nil, reason), "signal")
    }
}
