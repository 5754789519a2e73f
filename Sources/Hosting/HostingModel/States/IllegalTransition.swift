// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An event that the state of a resource forbids.
package struct IllegalTransition: Error, Equatable, Sendable, CustomStringConvertible {
    /// The type of the states.
    package let machine: String
    package let state: String
    package let event: String

    package init(machine: String, state: String, event: String) {
        self.machine = machine
        self.state = state
        self.event = event
    }

    package var description: String { "\(event) is not possible in the state \(state)" }
}
