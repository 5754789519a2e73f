// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Has members shown by a provider who they are: by the authorization code flow, with PKCE (OpenID Connect Core 1.0, 3.1).
package actor OpenIDProvider {
    /// Seconds for which what it tells of itself is used again.
    private static let metadataLifetime: Double = 3_600
    /// Seconds between two looks at its keys, when a token names one that is not known.
    private static let keyPause: Double = 60

    package nonisolated let settings: OpenIDSettings
    private let transport: any OpenIDTransport
    private let now: @Sendable () -> Double
    private var known: (metadata: ProviderMetadata, until: Double)?
    private var keys: (value: ProviderKeys, readAt: Double)?

    private struct Tokens: Decodable {
        let idToken: String?
        let accessToken: String?

        private enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    /// - `now`: seconds since 1970.
    package init(_ settings: OpenIDSettings, transport: any OpenIDTransport, now: @escaping @Sendable () -> Double) {
        self.settings = settings
        self.transport = transport
        self.now = now
    }

    /// Where somebody is sent to show who they are.
    ///
    /// - `redirect`: the address that they come back to.
    package func address(
        for attempt: OpenIDAttempt, redirect: String
    ) async throws(OpenIDError) -> String {
        let endpoint = try await metadata().authorizationEndpoint
        let query = QueryEncoding.text([
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", redirect),
            ("scope", "openid email"), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ])
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query
    }

    /// The mail of somebody who has come back.
    ///
    /// - `code`: what they have brought.
    /// - Throws: `refused` where that is not good.
    package func mail(
        code: String, attempt: OpenIDAttempt, redirect: String
    ) async throws(OpenIDError) -> String {
        let metadata = try await metadata()
        let tokens = try await tokens(code: code, attempt: attempt, redirect: redirect, metadata)
        guard let idToken = tokens.idToken else {
            throw .refused("the provider has given no token of who it is (id_token)")
        }
        let claims = try await keys(for: idToken, metadata).claims(of: idToken)
        let rules = IDTokenRules(issuer: settings.issuer, clientID: settings.clientID)
        if let fault = rules.fault(of: claims, nonce: attempt.nonce, now: now()) {
            throw .refused("the token of the provider is not good: \(fault)")
        }
        if claims.person.email != nil { return try claims.person.mail() }
        guard let endpoint = metadata.userInfoEndpoint, let accessToken = tokens.accessToken else {
            return try claims.person.mail()
        }
        let answer = try await transport.send(endpoint, authorization: "Bearer " + accessToken, form: nil)
        guard answer.status == 200, let person = try? JSONDecoder().decode(PersonClaims.self, from: Data(answer.body))
        else { throw .unavailable("it does not tell who it is (status \(answer.status))") }
        // What is told of somebody else is of no use (5.3.2).
        guard person.sub == claims.sub else { throw .refused("the provider has told of somebody else (sub)") }
        return try person.mail()
    }

    private func tokens(
        code: String, attempt: OpenIDAttempt, redirect: String, _ metadata: ProviderMetadata
    ) async throws(OpenIDError) -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", attempt.verifier),
        ]
        var authorization: String?
        if let secret = settings.clientSecret, metadata.clientAuthentication?.contains("client_secret_basic") ?? true {
            let pair = QueryEncoding.encoded(settings.clientID) + ":" + QueryEncoding.encoded(secret)
            authorization = "Basic " + Data(pair.utf8).base64EncodedString()
        } else {
            fields.append(("client_id", settings.clientID))
            if let secret = settings.clientSecret { fields.append(("client_secret", secret)) }
        }
        let answer = try await transport.send(
            metadata.tokenEndpoint, authorization: authorization, form: QueryEncoding.text(fields))
        guard answer.status == 200 else {
            struct Refusal: Decodable { let error: String? }
            let reason = (try? JSONDecoder().decode(Refusal.self, from: Data(answer.body)))?.error
            throw answer.status >= 500
                ? .unavailable("it does not take the code (status \(answer.status))")
                : .refused("the provider does not take the code (\(reason ?? "status \(answer.status)"))")
        }
        do { return try JSONDecoder().decode(Tokens.self, from: Data(answer.body)) } catch {
            throw .unavailable("its tokens cannot be read (\(error))")
        }
    }

    private func metadata() async throws(OpenIDError) -> ProviderMetadata {
        if let known, now() < known.until { return known.metadata }
        let answer = try await transport.send(
            ProviderMetadata.address(of: settings.issuer), authorization: nil, form: nil)
        guard answer.status == 200 else { throw .unavailable("it does not tell of itself (status \(answer.status))") }
        let metadata = try ProviderMetadata(answer.body, of: settings.issuer)
        known = (metadata, now() + Self.metadataLifetime)
        return metadata
    }

    /// The keys of the provider, looked at anew for a token with a name that is not among them.
    private func keys(for token: String, _ metadata: ProviderMetadata) async throws(OpenIDError) -> ProviderKeys {
        let name = ProviderKeys.name(in: token) ?? ""
        let isKnown = keys?.value.names.contains(name) ?? false
        if let keys, now() - keys.readAt < (isKnown ? Self.metadataLifetime : Self.keyPause) { return keys.value }
        let answer = try await transport.send(metadata.keysAddress, authorization: nil, form: nil)
        guard answer.status == 200 else { throw .unavailable("it does not tell its keys (status \(answer.status))") }
        let found = try await ProviderKeys(answer.body)
        keys = (found, now())
        return found
    }
}
