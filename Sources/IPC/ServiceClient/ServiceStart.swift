// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When a client starts the service, finding none.
package enum ServiceStart: Sendable {
    /// Whenever nobody answers.
    case always
    /// When nobody answers at the socket of a service that did not remove it, as it does when it ends by itself or is
    /// told to: then it was killed, and what it was doing goes on.
    case afterCrash
    case never
}
