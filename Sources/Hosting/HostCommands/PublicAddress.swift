// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingIdentity
internal import Synchronization

/// Where clients reach a host. The port is known only when the server runs, and nobody asks before.
final class PublicAddress: Sendable {
    private let url: Mutex<ServedURL>

    init(_ url: ServedURL) { self.url = Mutex(url) }

    /// Scheme, host and port.
    var base: String { url.withLock { $0.base } }

    func set(_ url: ServedURL) { self.url.withLock { $0 = url } }
}
