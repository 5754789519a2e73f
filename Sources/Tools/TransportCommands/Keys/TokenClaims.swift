// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import JWTKit

/// What a token says: whose it is, for how long, and that it is for this interface.
struct TokenClaims: JWTPayload {
    /// The team's; none of a member's key.
    var iss: String?
    /// `user` for a member's key.
    var sub: String?
    var aud = "appstoreconnect-v1"
    /// Seconds since 1970.
    let iat: Int
    let exp: Int

    init(issuer: String?, from begin: Int, to end: Int) {
        iss = issuer
        sub = issuer == nil ? "user" : nil
        iat = begin
        exp = end
    }

    /// Servers do that.
    func verify(using algorithm: some JWTAlgorithm) {}
}
