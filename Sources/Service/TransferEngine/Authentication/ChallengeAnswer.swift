// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is done about a challenge.
package enum ChallengeAnswer: Equatable, Sendable {
    /// A name and a password, or a token as the password.
    case credential(HTTPCredential)
    /// The server is trusted that shows the same certificate.
    case trust
    /// The server is shown a certificate.
    case identity(ClientIdentity)
    /// As if nobody had been asked.
    case performDefaultHandling
    /// The request is given up.
    case cancel
    /// The next way is tried that the server offers.
    case rejectProtectionSpace
    /// Nobody is there who would answer.
    case nobody
    /// Nobody could be asked, or whoever was has not answered: it is asked again later.
    case unanswered(reason: String)
}
