// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How urgent a download is. Cases stand in the order in which they run.
package enum DownloadClass: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// Part of an installation or update: the app cannot be launched before it has ended.
    case essential
    /// Asked for by an app in front.
    case foreground
    /// Everything else.
    case background

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
