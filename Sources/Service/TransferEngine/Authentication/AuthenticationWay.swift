// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One of the ways to say who asks that a server offers, and that are known here.
struct AuthenticationWay: Sendable {
    var method: ServerChallenge.Method
    var realm: String?
    var digest: DigestAuthorization?

    var isStale: Bool { digest?.isStale ?? false }

    /// - `fields`: WWW-Authenticate headers.
    /// - Returns: the ways in the order in which they are tried: first those that tell the least.
    static func all(in fields: [String]) -> [AuthenticationWay] {
        let challenges = HTTPChallenge.parse(fields)
        var digests: [AuthenticationWay] = []
        for challenge in challenges {
            guard let digest = DigestAuthorization(challenge) else { continue }
            // Of one realm, with several algorithms, the best.
            if let index = digests.firstIndex(where: { $0.realm == challenge.realm }) {
                if let other = digests[index].digest, digest.isStronger(than: other) { digests[index].digest = digest }
            } else {
                digests.append(AuthenticationWay(method: .httpDigest, realm: challenge.realm, digest: digest))
            }
        }
        return digests + simple("bearer", .httpBearer, in: challenges) + simple("basic", .httpBasic, in: challenges)
    }

    private static func simple(
        _ scheme: String, _ method: ServerChallenge.Method, in challenges: [HTTPChallenge]
    ) -> [AuthenticationWay] {
        challenges.filter { $0.scheme == scheme }.map { AuthenticationWay(method: method, realm: $0.realm) }
    }
}
