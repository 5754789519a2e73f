// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Group: Scene, PrimitiveScene where Content: Scene {
    public init(@SceneBuilder content: () -> Content) { self.content = content() }

    func collect(into actions: inout SceneActions) { actions.collect(content) }
}
