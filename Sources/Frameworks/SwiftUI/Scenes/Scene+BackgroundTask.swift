// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Scene {
    /// Does something when the app is woken for a task. The task has ended when the action returns; it is cancelled when that is to end
    /// before, and the app is ended a few seconds later. Every action that is meant runs.
    public nonisolated func backgroundTask<D, R>(
        _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
    ) -> some Scene where D: Sendable, R: Sendable {
        BackgroundTaskScene(content: self, task: task, action: action)
    }
}

/// A scene with an action for background tasks.
struct BackgroundTaskScene<Content: Scene, D: Sendable, R: Sendable>: Scene, PrimitiveScene {
    typealias Body = Never

    /// Scenes are put together on the main actor, by functions that are not bound to it, as on Apple's platforms; read there alone.
    nonisolated(unsafe) let content: Content
    let task: BackgroundTask<D, R>
    let action: @Sendable (D) async -> R

    nonisolated init(content: Content, task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R) {
        self.content = content
        self.task = task
        self.action = action
    }

    func collect(into actions: inout SceneActions) {
        actions.collect(content)
        actions.add(task, action)
    }
}
