// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceClient
internal import URLLoading

/// Background tasks as functions of Swift's concurrency, for modules that are built on this one: a task has ended when its function
/// returns, which is cancelled when that is to end.
package enum TaskActions {
    /// The identifiers of tasks that the app's Info.plist lists; none for a program without a bundle, which is not woken.
    package static var permittedIdentifiers: [String] { PermittedIdentifiers.own?.all ?? [] }

    /// Makes what its handlers are registered of afterwards: what it asks for meanwhile is taken without them.
    package static func beforeRegistration<Value>(_ body: () throws -> Value) rethrows -> Value {
        try TaskRuntime.own.beforeRegistration(body)
    }

    /// Does this for each background task of an identifier.
    ///
    /// - Returns: false for an identifier that has a handler already, or that the app's Info.plist does not list.
    @discardableResult package static func register(
        _ identifier: String, action: @escaping @Sendable () async -> Void
    ) -> Bool {
        TaskRuntime.own.register(identifier, TaskHandler(queue: nil) { task in perform(task, action) })
    }

    /// Does this for the events of each background URL session whose identifier is one of those that are meant.
    package static func registerSessions(
        matching isMeant: @escaping @Sendable (String) -> Bool, action: @escaping @Sendable (String) async -> Void
    ) {
        TaskRuntime.own.registerSessions(SessionHandler(isMeant: isMeant, action: action))
    }

    /// Waits until the service has heard of all that the app has asked for so far, but for no more than a few seconds.
    package static func settle() { OutstandingCalls.flush(seconds: TaskRuntime.flushTime) }

    private static func perform(_ task: BGTask, _ action: @escaping @Sendable () async -> Void) {
        let work = Task { await action() }
        task.expirationHandler = { work.cancel() }
        Task {
            await work.value
            task.setTaskCompleted(success: !work.isCancelled)
        }
    }

    /// All that is to be done for the events of a session, at once.
    static func perform(_ task: BGTask, for session: String, _ handlers: [SessionHandler]) {
        perform(task) {
            await withDiscardingTaskGroup { group in
                // At once, and not some time later: each is waiting for what it waits for before it is told.
                for handler in handlers { group.addImmediateTask { await handler.action(session) } }
                BackgroundSessions.handlerWasCalled(of: session)
            }
            // A handler that does not wait for its delegate has it hear of everything all the same.
            await BackgroundSessions.waitUntilTold(session)
            BackgroundSessions.handlerEnded(of: session)
        }
    }
}
