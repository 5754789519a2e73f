// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How large the queue of downloads is, and how long it takes to find out what runs next.
package struct QueueFigures: Codable, Equatable, Sendable {
    /// Downloads that have not ended, of packs and of files.
    package var downloads: Int
    /// Those that run.
    package var transfers: Int
    /// Seconds that a decision took, of the last 256: the one in the middle, and the longest.
    package var medianDecision: Double
    package var longestDecision: Double

    package init(downloads: Int, transfers: Int, medianDecision: Double, longestDecision: Double) {
        self.downloads = downloads
        self.transfers = transfers
        self.medianDecision = medianDecision
        self.longestDecision = longestDecision
    }
}
