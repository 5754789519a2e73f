// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How connections are made that differ from all others: through a proxy, or those of an app that has answered a challenge.
struct ClientVariant: Hashable, Sendable {
    /// As everybody's.
    static let plain = ClientVariant()

    /// SHA-256 of the only certificate that a server may have, which is then trusted; nil when the system judges.
    var pin: [UInt8]?
    var identity: ClientIdentity?
    /// nil for straight to the server.
    var proxy: ProxyRoute?
}
