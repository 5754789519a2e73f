// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the service does for nobody who waits: it ends with the service, before the threads that it needs do.
final class ServiceTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextID = 0
        var isStopping = false
    }

    private let state = Mutex(State())

    /// Begins with something; not when the service is ending.
    func start(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isStopping else { return }
            let id = state.nextID
            state.nextID += 1
            state.tasks[id] = Task {
                await body()
                ended(id)
            }
        }
    }

    private func ended(_ id: Int) { state.withLock { $0.tasks[id] = nil } }

    /// Calls off what has begun, and returns when it has ended.
    func stop() async {
        let tasks = state.withLock { state in
            state.isStopping = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
