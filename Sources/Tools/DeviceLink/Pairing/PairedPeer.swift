// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A machine that this one is paired with.
package struct PairedPeer: Codable, Equatable, Sendable {
    /// What it is to this one.
    package enum Role: String, Codable, Sendable {
        /// One that is debugged from here.
        case device
        /// One from which this one is debugged.
        case host
    }

    /// SHA-256 of its certificate, hexadecimal.
    package var fingerprint: String
    package var role: Role
    /// As it calls itself.
    package var name: String
    /// A device's own ID, a UUID.
    package var deviceID: String?
    /// Where a device is reached: `host:port`.
    package var address: String?
    /// Seconds since 1970.
    package var pairedAt: Double

    package init(
        fingerprint: String, role: Role, name: String, deviceID: String? = nil, address: String? = nil,
        pairedAt: Double
    ) {
        self.fingerprint = fingerprint
        self.role = role
        self.name = name
        self.deviceID = deviceID
        self.address = address
        self.pairedAt = pairedAt
    }

    package var words: String { Fingerprint(hexadecimal: fingerprint).map { "\($0)" } ?? fingerprint }
}
