// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How far a pause of a whole installation is.
struct PauseState: Equatable, Sendable {
    /// Counts what a person has done to it as a whole.
    private var number = 0
    /// All of what it needs has been paused with it.
    var isComplete = false

    /// A person pauses it, or lets it go on.
    mutating func begin() {
        number += 1
        isComplete = false
    }
}
