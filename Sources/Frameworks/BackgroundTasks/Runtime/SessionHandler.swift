// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app does for the events of background URL sessions.
struct SessionHandler: Sendable {
    /// Whether a session of this identifier is meant.
    let isMeant: @Sendable (String) -> Bool
    let action: @Sendable (String) async -> Void
}
