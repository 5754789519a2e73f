// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Windows that show the same. There are none here: Documentation/BackgroundTasks.md says what an app does that is shown by a toolkit.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
    public typealias Body = Never

    public let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { self.content = content() }

    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public init(id: String, @ViewBuilder content: () -> Content) { self.content = content() }

    func collect(into actions: inout SceneActions) {}
}
