// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the service does for nobody who waits, and its transfers: they end with the service, before the threads that they need do.
final class ServiceTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextID = 0
        var isStopping = false
    }

    private let state = Mutex(State())

    /// Begins with something; not when the service is ending.
    ///
    /// - Returns: nil then.
    @discardableResult func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isStopping else { return nil }
            let id = state.nextID
            state.nextID += 1
            let task = Task {
                await body()
                ended(id)
            }
            state.tasks[id] = task
            return task
        }
    }

    private func ended(_ id: Int) { state.withLock { $0.tasks[id] = nil } }

    /// Calls off what has begun, and returns when it has ended.
    func stop() async {
        for task in close() { task.cancel() }
        await finish()
    }

    /// Begins with nothing more, and returns when all has ended.
    func finish() async { for task in close() { await task.value } }

    private func close() -> [Task<Void, Never>] {
        state.withLock { state in
            state.isStopping = true
            return Array(state.tasks.values)
        }
    }
}
