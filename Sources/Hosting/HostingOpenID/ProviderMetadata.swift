// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a provider tells of itself (OpenID Connect Discovery 1.0, 3).
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keysAddress: String
    let userInfoEndpoint: String?
    /// How clients show who they are; nil for HTTP Basic alone.
    let clientAuthentication: [String]?

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keysAddress = "jwks_uri"
        case userInfoEndpoint = "userinfo_endpoint"
        case clientAuthentication = "token_endpoint_auth_methods_supported"
    }

    /// - Throws: `unavailable` for what is none of this issuer.
    init(_ bytes: [UInt8], of issuer: String) throws(OpenIDError) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch {
            throw .unavailable("what it tells of itself cannot be read (\(error))")
        }
        guard self.issuer == issuer else {
            throw .unavailable("it calls itself \(self.issuer): that is the address to set")
        }
        for address in [authorizationEndpoint, tokenEndpoint, keysAddress] + [userInfoEndpoint].compactMap(\.self) {
            guard let url = URL(string: address), url.host != nil, OpenIDSettings.isSafe(url) else {
                throw .unavailable("it names an address without TLS: \(address)")
            }
        }
    }

    /// Where a provider tells of itself.
    static func address(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }
}
