// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import JWTKit

/// What a token says (hosting-api 4). Whether that is enough is told by `TokenRules`, which has a clock that tests can drive.
struct TokenClaims: JWTPayload {
    var iss: String?
    var sub: String?
    /// One, or several.
    var aud: AudienceClaim?
    /// Seconds since 1970, with or without a fraction.
    var exp: Double?
    var iat: Double?
    var nbf: Double?
    /// The only requests that it is good for: `GET /v1/apps?filter[platform]=IOS`.
    var scope: [String]?

    func verify(using algorithm: some JWTAlgorithm) {}
}
