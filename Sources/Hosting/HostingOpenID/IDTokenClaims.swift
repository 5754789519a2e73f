// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import JWTKit

/// What a provider says of somebody (OpenID Connect Core 1.0, 2 and 5.1).
struct IDTokenClaims: JWTPayload {
    var iss: String?
    var sub: String?
    var aud: AudienceClaim?
    var azp: String?
    /// Seconds since 1970.
    var exp: Double?
    var iat: Double?
    var nbf: Double?
    var nonce: String?
    var person: PersonClaims

    private enum CodingKeys: String, CodingKey { case iss, sub, aud, azp, exp, iat, nbf, nonce }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        iss = try values.decodeIfPresent(String.self, forKey: .iss)
        sub = try values.decodeIfPresent(String.self, forKey: .sub)
        aud = try values.decodeIfPresent(AudienceClaim.self, forKey: .aud)
        azp = try values.decodeIfPresent(String.self, forKey: .azp)
        exp = try values.decodeIfPresent(Double.self, forKey: .exp)
        iat = try values.decodeIfPresent(Double.self, forKey: .iat)
        nbf = try values.decodeIfPresent(Double.self, forKey: .nbf)
        nonce = try values.decodeIfPresent(String.self, forKey: .nonce)
        person = try PersonClaims(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(iss, forKey: .iss)
        try values.encodeIfPresent(sub, forKey: .sub)
        try values.encodeIfPresent(aud, forKey: .aud)
        try values.encodeIfPresent(azp, forKey: .azp)
        try values.encodeIfPresent(exp, forKey: .exp)
        try values.encodeIfPresent(iat, forKey: .iat)
        try values.encodeIfPresent(nbf, forKey: .nbf)
        try values.encodeIfPresent(nonce, forKey: .nonce)
        try person.encode(to: encoder)
    }

    func verify(using algorithm: some JWTAlgorithm) {}
}
