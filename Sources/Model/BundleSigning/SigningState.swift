// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Whether a bundle is signed, and by whom.
package enum SigningState: Equatable, Sendable {
    /// Nothing in it is. That is allowed, as for development.
    case unsigned
    /// App and extensions are, by this team, and nothing has changed since.
    case signed(TeamIdentity)
    /// It has a signature that is not good: the first of its problems.
    case broken([SignatureProblem])

    /// The team, when all is well.
    package var team: TeamIdentity? { if case .signed(let team) = self { team } else { nil } }

    /// What `ba doctor` says of it.
    ///
    /// - `subject`: the bundle.
    package func findings(of subject: String) -> [BundleFinding] {
        switch self {
        case .unsigned:
            [
                BundleFinding(
                    .note, subject,
                    "it is not signed, which is allowed for development; `ba sign` signs it before others get it")
            ]
        case .signed(let team): [BundleFinding(.note, subject, "it is signed by team \(team), and unchanged since")]
        case .broken(let problems): problems.map { BundleFinding(.obstacle, $0.path, $0.message) }
        }
    }
}
