// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A server as it shows itself before anything is asked of it.
struct ServerIntroduction: Equatable, Sendable {
    /// What came of looking at it.
    enum Outcome: Sendable {
        case seen(ServerIntroduction)
        /// It has shown nothing, or could not be asked in time.
        case unreachable
        case refusedByProxy(ProxyRefusal)
    }

    /// In DER, its own certificate first.
    var chain: [[UInt8]]
    /// SHA-256 of its own certificate.
    var fingerprint: [UInt8]
    /// Why the system does not trust it; nil when it does.
    var distrust: String?
    /// It asks for a certificate of the client, and may do without.
    var wantsCertificate: Bool
}
