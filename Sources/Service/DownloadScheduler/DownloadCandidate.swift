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

/// A download that has not ended, as the scheduler sees it.
package struct DownloadCandidate: Hashable, Sendable {
    package var id: String
    package var bundleID: String
    package var downloadClass: DownloadClass
    /// Within one app and class, higher runs first.
    package var priority: Int
    /// Seconds since 1970.
    package var createdAt: Double
    package var isPaused: Bool
    package var isRunning: Bool
    /// Seconds since 1970 before which it is not tried again.
    package var notBefore: Double?
    /// What the last try failed with.
    package var lastError: String?

    package init(
        id: String, bundleID: String, downloadClass: DownloadClass, priority: Int = 0, createdAt: Double,
        isPaused: Bool = false, isRunning: Bool = false, notBefore: Double? = nil, lastError: String? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.downloadClass = downloadClass
        self.priority = priority
        self.createdAt = createdAt
        self.isPaused = isPaused
        self.isRunning = isRunning
        self.notBefore = notBefore
        self.lastError = lastError
    }
}
