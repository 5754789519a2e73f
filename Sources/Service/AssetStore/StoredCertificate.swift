// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A certificate that downloads trust.
package struct StoredCertificate: Equatable, Sendable {
    package var fingerprint: String
    package var pem: String
    /// Seconds since 1970.
    package var addedAt: Double
}
