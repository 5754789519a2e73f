// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HTTPTypes
package import HostingDelivery
internal import HostingModel
package import HostingStorage
internal import JWTKit

/// Knows programs by the tokens that they sign with their keys: ES256, and nothing else.
package struct TokenAuthenticator: APIAuthenticator {
    private let store: HostStore
    private let rules: TokenRules
    private let now: @Sendable () -> Double
    private let verified = VerifiedTokens()
    private let keys = KnownKeys()

    /// Bytes of the longest token.
    private static let largestLength = 8_192

    /// - `issuer`: that of the team.
    /// - `now`: seconds since 1970.
    package init(store: HostStore, issuer: String, now: @escaping @Sendable () -> Double) {
        self.store = store
        rules = TokenRules(issuer: issuer)
        self.now = now
    }

    package func caller(
        of headers: HTTPFields, method: String, target: String
    ) async throws(APIFailure) -> APICaller {
        let token = try Self.token(of: headers)
        // Whether a key is good still is asked each time; that it has signed these very bytes stays so.
        let known = verified.token(token)
        let key = if let known { try await key(withID: known.keyID) } else { try await key(of: token) }
        let claims: TokenClaims
        if let known, known.publicKey == key.publicKey {
            claims = known.claims
        } else {
            do {
                // With one key, which is for one algorithm, there is nothing to choose from for a token.
                let keys = JWTKeyCollection()
                await keys.add(ecdsa: try ES256PublicKey(pem: key.publicKey), kid: JWKIdentifier(string: key.id))
                claims = try await keys.verify(token, as: TokenClaims.self)
            } catch let error as JWTError where error.errorType == .malformedToken {
                // Its claims are read when its signature is found to be good.
                throw APIFailure(
                    .notAuthorized(
                        "The token's claims cannot be read: exp, iat and nbf are numbers, iss and sub texts, scope is a list"
                    ))
            } catch { throw APIFailure(.notAuthorized("The token is not signed by the key that it names")) }
            verified.keep(
                VerifiedTokens.Token(keyID: key.id, publicKey: key.publicKey, claims: claims), for: token)
        }
        if let fault = rules.fault(of: claims, key: key, now: now()) {
            throw APIFailure(.notAuthorized("The token is not good: \(fault)"))
        }
        guard TokenRules.allows(claims.scope, method: method, target: target) else {
            throw APIFailure(.forbidden("The scope of the token does not have \(method) \(target)"))
        }
        return APICaller(key)
    }

    package func callerAtHand(
        of fields: any RequestFields, method: String, target: String, _ change: Int64
    ) -> APICaller? {
        guard let token = try? Self.token(of: fields), let known = verified.token(token),
            let key = keys.key(known.keyID, change), known.publicKey == key.publicKey,
            rules.fault(of: known.claims, key: key, now: now()) == nil,
            TokenRules.allows(known.claims.scope, method: method, target: target)
        else { return nil }
        return APICaller(key)
    }

    private static func token(of fields: any RequestFields) throws(APIFailure) -> String {
        guard let authorization = fields[.authorization] else {
            throw APIFailure(.notAuthorized("Provide a token in the Authorization header: 'Bearer <token>'"))
        }
        var text = authorization
        guard let place = text.withUTF8(Self.tokenPlace) else {
            throw APIFailure(.notAuthorized("The Authorization header must be 'Bearer <token>'"))
        }
        return String(Substring(text.utf8.dropFirst(place.lowerBound).prefix(place.count)))
    }

    /// Where the token lies in what is said of it. By bytes: this is done for each request, and to take a text apart takes as long as
    /// to look into the token.
    private static func tokenPlace(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let space = UInt8(ascii: " ")
        guard let begin = bytes.firstIndex(where: { $0 != space }), let last = bytes.lastIndex(where: { $0 != space }),
            let schemeEnd = bytes[begin...last].firstIndex(of: space),
            let tokenBegin = bytes[schemeEnd...last].firstIndex(where: { $0 != space })
        else { return nil }
        let token = bytes[tokenBegin...last]
        guard bytes[begin..<schemeEnd].elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }), !token.contains(space),
            token.count <= largestLength
        else { return nil }
        return tokenBegin..<last + 1
    }

    /// The key that a token names.
    private func key(of token: String) async throws(APIFailure) -> APIKey {
        struct Header: Decodable {
            let alg: String?
            let kid: String?
            let crit: [String]?
        }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let data = Data(base64URL: parts[0]),
            let header = try? JSONDecoder().decode(Header.self, from: data), header.alg == "ES256", header.crit == nil,
            let kid = header.kid
        else {
            throw APIFailure(
                .notAuthorized("The token must be a JWT with the algorithm (alg) ES256 and the ID of its key (kid)"))
        }
        return try await key(withID: kid)
    }

    private func key(withID kid: String) async throws(APIFailure) -> APIKey {
        // Read first: what changes from now on has another.
        let change = store.lastChange
        if let change, let known = keys.key(kid, change) { return known }
        let key = try await store.serving { (store) throws(StorageError) in try await store.key(kid) }
        guard let key else {
            throw APIFailure(.notAuthorized("No key has the ID that the token names (kid), or it is revoked"))
        }
        if let change { keys.keep(key, change) }
        return key
    }
}

extension Data {
    /// Base 64 as addresses and tokens have it, with no padding.
    fileprivate init?(base64URL text: Substring) {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
