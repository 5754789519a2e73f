// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A proxy, as it is connected to. Shown without what tells it who asks.
package struct ProxyServer: Hashable, Sendable, CustomStringConvertible {
    /// Without the brackets of an IPv6 address.
    package let host: String
    package let port: Int
    /// What it is told without being asked; nil for nothing.
    package let credential: HTTPCredential?

    package init(host: String, port: Int, credential: HTTPCredential? = nil) {
        self.host = host
        self.port = port
        self.credential = credential
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
