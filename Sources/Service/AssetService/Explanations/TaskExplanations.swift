// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Why background tasks have not begun.
struct TaskExplanations: Sendable {
    let tasks: TasksService

    /// - `id`: of an app, or the identifier of a task.
    func explanations(of id: String) async -> [Explanation] {
        await tasks.look()
        return await tasks.explanations(of: id)
    }

    /// - `id`: the identifier of a task that neither waits nor runs.
    func pastExplanations(of id: String) async throws(ServiceError) -> [Explanation] {
        try await tasks.pastExplanations(of: id)
    }
}
