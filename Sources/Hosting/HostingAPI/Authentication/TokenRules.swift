// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage
internal import JWTKit

/// Which tokens are good, and for what (hosting-api 4). The signature is looked at before.
struct TokenRules: Sendable {
    static let audience = "appstoreconnect-v1"
    /// Seconds that a token may live from now on, at most.
    static let lifetime: Double = 20 * 60
    /// Seconds that clocks may differ.
    static let leeway: Double = 60
    /// Seconds between two looks at a clock by whoever makes a token.
    static let slack: Double = 5

    /// The issuer of the host's team.
    let issuer: String

    /// - `now`: seconds since 1970.
    /// - Returns: what is wrong; nil for a token that is good.
    func fault(of claims: TokenClaims, key: APIKey, now: Double) -> String? {
        switch key.kind {
        case .team: if claims.iss != issuer { return "its issuer (iss) is not that of the team" }
        case .individual:
            if claims.sub != "user" || claims.iss != nil {
                return "one of a member's key has the subject (sub) \"user\", and no issuer"
            }
        }
        guard claims.aud?.value.contains(Self.audience) == true else {
            return "its audience (aud) is not \(Self.audience)"
        }
        guard let end = claims.exp, end.isFinite else { return "it does not say when it expires (exp)" }
        if end <= now { return "it has expired" }
        if end > now + Self.lifetime + Self.leeway { return "it expires more than 20 minutes from now" }
        if let begin = claims.iat {
            if begin > now + Self.leeway { return "it was made in the future (iat): set the clock" }
            if end > begin + Self.lifetime + Self.slack { return "it is good for more than 20 minutes" }
        }
        if let begin = claims.nbf, begin > now + Self.leeway { return "it is not good yet (nbf)" }
        return nil
    }

    /// Whether a request is among those that a token is good for.
    ///
    /// - `target`: path and query.
    static func allows(_ scope: [String]?, method: String, target: String) -> Bool {
        guard let scope else { return true }
        return scope.contains { entry in
            let words = entry.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0] == method else { return false }
            return parts(of: String(words[1])).map { allowed in
                parts(of: target).map { asked in
                    // What the scope says of parameters has to be asked, in any order; it may leave others open.
                    allowed.path == asked.path && allowed.items.isSubset(of: asked.items)
                } ?? false
            } ?? false
        }
    }

    private static func parts(of target: String) -> (path: String, items: Set<String>)? {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let query = try? QueryText(parts.count > 1 ? String(parts[1]) : "") else { return nil }
        return (String(parts[0]), Set(query.items.map { "\($0.name)=\($0.value)" }))
    }
}
