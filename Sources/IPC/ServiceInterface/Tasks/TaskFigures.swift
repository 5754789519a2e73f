// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How many background tasks there are, and how long it takes to find out what begins and what ends.
package struct TaskFigures: Codable, Equatable, Sendable {
    /// Requests that have not begun.
    package var waiting: Int
    package var running: Int
    /// Seconds that a decision took, of the last 256: the one in the middle, and the longest.
    package var medianDecision: Double
    package var longestDecision: Double

    package init(waiting: Int, running: Int, medianDecision: Double, longestDecision: Double) {
        self.waiting = waiting
        self.running = running
        self.medianDecision = medianDecision
        self.longestDecision = longestDecision
    }
}
