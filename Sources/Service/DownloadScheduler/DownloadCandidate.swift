// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A download that has not ended, as the scheduler sees it.
package struct DownloadCandidate: Hashable, Sendable {
    package var id: String
    package var bundleID: String
    package var downloadClass: DownloadClass
    /// Within one app and class, higher runs first.
    package var priority: Int
    /// Seconds since 1970.
    package var createdAt: Double
    /// When somebody paused it (seconds since 1970).
    package var pausedAt: Double?
    /// Seconds since 1970 before which it is not tried again.
    package var notBefore: Double?
    /// Since when its tries have failed for what the last one failed with (seconds since 1970).
    package var failingSince: Double?
    /// What the last try failed with.
    package var lastError: String?
    /// What the last try failed for want of.
    package var obstacle: DownloadObstacle?

    package init(
        id: String, bundleID: String, downloadClass: DownloadClass, priority: Int = 0, createdAt: Double,
        pausedAt: Double? = nil, notBefore: Double? = nil, failingSince: Double? = nil, lastError: String? = nil,
        obstacle: DownloadObstacle? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.downloadClass = downloadClass
        self.priority = priority
        self.createdAt = createdAt
        self.pausedAt = pausedAt
        self.notBefore = notBefore
        self.failingSince = failingSince
        self.lastError = lastError
        self.obstacle = obstacle
    }

    package var isPaused: Bool { pausedAt != nil }
}
