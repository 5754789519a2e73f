// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How the bytes of archives and blocks files reach devices. Manifests are this process's own in any case.
package enum DeliveryWay: Equatable, Sendable {
    /// This process sends them.
    case process
    /// The web server in front does, out of the folder of objects, which it has below an address of its own.
    case frontServer(prefix: String)
    /// The store does: devices are sent there.
    case store

    /// Seconds for which the address in the store is good that a device is sent to. What has begun by then goes on.
    package static let redirectLifetime: Double = 3_600
}
