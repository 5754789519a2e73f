// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a provider says of somebody's mail, in a token or when it is asked for it.
struct PersonClaims: Codable, Sendable {
    var sub: String?
    var email: String?
    /// Whether the provider has made sure that it is theirs; nil where it does not say.
    var isVerified: Bool?

    private enum CodingKeys: String, CodingKey {
        case sub, email
        case isVerified = "email_verified"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sub = try values.decodeIfPresent(String.self, forKey: .sub)
        email = try values.decodeIfPresent(String.self, forKey: .email)
        // Some write it as text.
        if let text = try? values.decodeIfPresent(String.self, forKey: .isVerified) {
            isVerified = text == "true"
        } else {
            isVerified = try values.decodeIfPresent(Bool.self, forKey: .isVerified)
        }
    }

    /// - Throws: `refused` for mail that is nobody's for sure.
    func mail() throws(OpenIDError) -> String {
        guard let email, !email.isEmpty else { throw .refused("the provider does not tell an address of mail") }
        guard isVerified == true else {
            throw .refused("the provider has not made sure that \(email) is theirs (email_verified)")
        }
        return email
    }
}
