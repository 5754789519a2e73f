// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a version for internal testers, who get the newest one that was processed, without review (hosting-api 3.2).
package enum InternalBetaReleaseState: String, StateMachine {
    case readyForTesting = "READY_FOR_TESTING"
    case superseded = "SUPERSEDED"

    package enum Event: String, CaseIterable, Sendable {
        /// Another version has taken its place.
        case supersede
        /// It takes the place back (a roll-back, which App Store Connect has not got).
        case restore
    }

    package func state(after event: Event) -> InternalBetaReleaseState? {
        switch (self, event) {
        case (.readyForTesting, .supersede): .superseded
        case (.superseded, .restore): .readyForTesting
        default: nil
        }
    }
}
