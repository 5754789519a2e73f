// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// What an app does for tasks of an identifier.
///
/// `@unchecked Sendable`: handlers are not declared so, as on Apple's platforms, where code that is bound to the main actor is handed
/// over; each call is made on the queue that the app has named for it.
struct TaskHandler: @unchecked Sendable {
    private let queue: DispatchQueue
    private let body: (BGTask) -> Void

    init(queue: DispatchQueue?, _ body: @escaping (BGTask) -> Void) {
        self.queue = queue ?? Self.systemQueue
        self.body = body
    }

    private static let systemQueue = DispatchQueue(
        label: "background-tasks.handlers", qos: .utility, attributes: .concurrent)

    func begin(_ launched: LaunchedTask) {
        let task = launched.makeTask()
        queue.async { [self] in body(task) }
    }

    /// Whether code of the app's can be called nowhere but where the handler is: what is bound to the main queue stays there.
    var isMain: Bool { queue === DispatchQueue.main }

    /// Does something where the handler is called.
    func perform(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Seconds in which something is begun on the queue of an app's own.
    private static let patience = 1.0

    /// Does something elsewhere, where the queue of an app's own has not come to it, as when the handler keeps it busy.
    func performIfBusy(_ body: @escaping @Sendable () -> Void) {
        guard queue !== Self.systemQueue else { return }
        Self.systemQueue.asyncAfter(deadline: .now() + Self.patience, execute: body)
    }
}
