// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import TransferEngine

/// A challenge that somebody is being asked.
struct PendingChallenge: Sendable {
    let challenge: ServerChallenge
    let bundleID: String
    /// Seconds since 1970.
    let since: Double
    let seconds: Int64

    /// Why the download waits.
    var reason: String { "\(challenge), and its app is being asked" }
    var endsWhen: String { "the app or its extension has answered, for which they have \(seconds) s" }
}
