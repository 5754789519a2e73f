// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whether an app is in front.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// Nothing of it is seen.
    case background
    /// It is seen, and a person does something else.
    case inactive
    /// A person uses it.
    case active
}
