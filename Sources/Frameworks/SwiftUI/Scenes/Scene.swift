// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A part of an app that has a life of its own, as its windows.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    /// Of a scene that consists of nothing else.
    public var body: Never { fatalError("\(Self.self) consists of no other scenes") }
}

/// What a scene of this module has for its app, beside what it consists of.
@MainActor protocol PrimitiveScene {
    func collect(into actions: inout SceneActions)
}
