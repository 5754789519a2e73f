// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingIdentity

/// What the server tells people to run, so that devices trust its certificate.
package struct TrustAdvice: Equatable, Sendable {
    /// What makes the service of this machine trust it.
    package let command: String
    /// What other devices need.
    package let otherDevices: String

    /// The authority is the server's own, kept in this folder; nil for the one that servers have when none is given.
    package static func own(dataPath: String?) -> TrustAdvice {
        guard let dataPath else { return TrustAdvice(command: "ba trust", otherDevices: "ba-serve export-ca") }
        return TrustAdvice(
            command: "ba trust \(dataPath)/\(IdentityFolder.authorityCertificateName)",
            otherDevices: "ba-serve export-ca --data-path \(dataPath)")
    }

    /// The identity was given, and only who gave it knows the authority.
    package static let given = TrustAdvice(
        command: "ba trust FILE (the certificate of the authority that signed this identity)",
        otherDevices: "the certificate of the authority that signed this identity")
}
