// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A certificate that downloads of this user trust.
package struct TrustedCertificate: Codable, Equatable, Sendable {
    /// SHA-256 of its DER form, hexadecimal.
    package var fingerprint: String
    /// Seconds since 1970.
    package var addedAt: Double
    /// Seconds since 1970.
    package var expiresAt: Double

    package init(fingerprint: String, addedAt: Double, expiresAt: Double) {
        self.fingerprint = fingerprint
        self.addedAt = addedAt
        self.expiresAt = expiresAt
    }
}
