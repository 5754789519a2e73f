// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a request for exclusive control over an app's downloads stands.
package struct ControlReply: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration {
        /// Somebody else has it. Comes once, unless control is there at once.
        case waiting
        /// It is the caller's, for as long as it keeps its lock on the file, and until it gives it back or closes the connection.
        case granted
        /// It was given back, or is no longer asked for: the last reply.
        case released
        case unknown
    }

    package var state: State

    package init(state: State) { self.state = state }
}
