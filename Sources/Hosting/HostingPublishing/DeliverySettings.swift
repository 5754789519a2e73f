// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel
package import Logging

/// How a host hands out what it publishes.
package struct DeliverySettings: Sendable {
    /// Seconds for which a manifest is used again without asking, where nobody says otherwise: by caches on the way, for devices
    /// with Linux ask each time.
    package static let usualManifestMaxAge = 60

    package var way: DeliveryWay
    package var manifestMaxAge: Int
    /// nil where addresses are good for ever, and for everybody.
    package var signer: AddressSigner?
    package var now: @Sendable () -> Timestamp
    package var logger = Logger(label: "ba-host")

    package init(
        way: DeliveryWay = .process, manifestMaxAge: Int = DeliverySettings.usualManifestMaxAge,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.way = way
        self.manifestMaxAge = manifestMaxAge
        self.now = now
    }
}
