// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a server is told of who asks, in the handshake with it.
enum ClientCertificate: Sendable {
    /// It does not ask.
    case unwanted
    /// It asks, and the app shows none.
    case withheld
    case shown(ClientIdentity)

    var identity: ClientIdentity? { if case .shown(let identity) = self { identity } else { nil } }
}
