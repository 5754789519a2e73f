// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// For how long a server waits for its clients.
package struct ConnectionTimes: Equatable, Sendable {
    /// What devices give up themselves: a transfer that moves less is none.
    package static let slowestTransfer = 1_024
    /// Looks in the longest wait.
    private static let looks: Int64 = 6

    /// For a request, for the next bytes of its body, and for a client to take what it is sent.
    package let longestWait: TimeAmount

    package init(longestWait: TimeAmount) { self.longestWait = longestWait }

    /// Between two looks at a connection, each of which may end it; and for the handshake of TLS.
    package var look: TimeAmount { .nanoseconds(max(1, longestWait.nanoseconds / Self.looks)) }
}
