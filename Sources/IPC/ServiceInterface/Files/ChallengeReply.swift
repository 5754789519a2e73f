// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a process of an app answers a challenge.
package struct ChallengeReply: Codable, Equatable, Sendable {
    package enum Disposition: String, OpenEnumeration {
        case useCredential
        /// As if nobody had been asked.
        case performDefaultHandling
        /// The download is given up.
        case cancel
        /// The next way is tried that the server offers.
        case rejectProtectionSpace
        /// Challenges are not this process's business: somebody else is asked.
        case declined
        case unknown
    }

    package var disposition: Disposition
    package var credential: Credential?

    package init(_ disposition: Disposition, credential: Credential? = nil) {
        self.disposition = disposition
        self.credential = credential
    }
}
