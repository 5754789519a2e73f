// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What views and scenes find around them.
public struct EnvironmentValues: Sendable {
    /// Whether the app is in front.
    public var scenePhase: ScenePhase

    public init() { scenePhase = AppLife.phase }
}
