// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Puts scenes together from what stands in a closure.
@MainActor @resultBuilder public enum SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> some Scene {
        var scenes: [any Scene] = []
        repeat scenes.append(each content)
        return SceneList(scenes: scenes)
    }

    public static func buildOptional<Content: Scene>(_ content: Content?) -> some Scene {
        SceneList(scenes: content.map { [$0] } ?? [])
    }

    public static func buildLimitedAvailability<Content: Scene>(_ content: Content) -> Content { content }
}

/// Several scenes.
struct SceneList: Scene, PrimitiveScene {
    typealias Body = Never

    let scenes: [any Scene]

    func collect(into actions: inout SceneActions) { for scene in scenes { actions.collect(scene) } }
}
