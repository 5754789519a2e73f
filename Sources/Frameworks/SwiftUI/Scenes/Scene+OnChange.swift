// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Scene {
    /// Does something when a value is another one: `scenePhase` is, when the app is ended.
    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene {
        ChangeScene(content: self, value: value, isFirst: initial, action: action)
    }

    /// The same, without the values.
    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some Scene {
        ChangeScene(content: self, value: value, isFirst: initial) { _, _ in action() }
    }

    /// The same, with the new value.
    @available(*, deprecated, message: "Use `onChange` with a two or zero parameter action closure instead.")
    public nonisolated func onChange<V: Equatable>(
        of value: V, perform action: @escaping (_ newValue: V) -> Void
    ) -> some Scene {
        ChangeScene(content: self, value: value, isFirst: false) { _, new in action(new) }
    }
}

struct ChangeScene<Content: Scene, Value: Equatable>: Scene, PrimitiveScene {
    typealias Body = Never

    /// Scenes are put together on the main actor, by functions that are not bound to it, as on Apple's platforms; read there alone.
    nonisolated(unsafe) let content: Content
    nonisolated(unsafe) let value: Value
    let isFirst: Bool
    nonisolated(unsafe) let action: (Value, Value) -> Void

    nonisolated init(content: Content, value: Value, isFirst: Bool, action: @escaping (Value, Value) -> Void) {
        self.content = content
        self.value = value
        self.isFirst = isFirst
        self.action = action
    }

    func collect(into actions: inout SceneActions) {
        actions.collect(content)
        actions.changes.add(value, isFirst: isFirst, action)
    }
}
