// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// The last word on an installation that has ended.
struct InstallationResult: Sendable {
    let callID: String
    let progress: InstallationProgress
    /// When it ended (seconds since 1970).
    let time: Double
}
