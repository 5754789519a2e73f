// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why the system asks an extension for downloads.
public enum BAContentRequest: Int, Sendable {
    /// The app is being installed.
    case install = 1
    /// The app is being updated.
    case update = 2
    /// Some time has passed.
    case periodic = 3
    /// The person prefers another language.
    case languageChange = 4
}
