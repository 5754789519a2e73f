// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import JWTKit

/// When the token of a provider is good (OpenID Connect Core 1.0, 3.1.3.7).
struct IDTokenRules: Sendable {
    /// Seconds that clocks may differ.
    static let leeway: Double = 60

    let issuer: String
    let clientID: String

    /// - `now`: seconds since 1970.
    /// - Returns: what is wrong; nil for a token that is good.
    func fault(of claims: IDTokenClaims, nonce: String, now: Double) -> String? {
        guard claims.iss == issuer else { return "it is of another issuer (iss)" }
        guard let subject = claims.sub, !subject.isEmpty else { return "it is of nobody (sub)" }
        let audience = claims.aud?.value ?? []
        guard audience.contains(clientID) else { return "it is for another client (aud)" }
        if let party = claims.azp, party != clientID { return "it is for another client (azp)" }
        if audience.count > 1, claims.azp == nil {
            return "it is for several clients, and does not say for which (azp)"
        }
        guard let end = claims.exp, end.isFinite else { return "it does not say when it expires (exp)" }
        if end + Self.leeway <= now { return "it has expired" }
        if let begin = claims.iat, begin > now + Self.leeway { return "it was made in the future (iat): set the clock" }
        if let begin = claims.nbf, begin > now + Self.leeway { return "it is not good yet (nbf)" }
        guard claims.nonce == nonce else { return "it is of another attempt (nonce)" }
        return nil
    }
}
