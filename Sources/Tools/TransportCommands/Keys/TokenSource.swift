// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import JWTKit

/// Makes tokens, and a new one in time: uploads take longer than one may live.
actor TokenSource {
    /// Seconds of a token's life; twenty minutes are allowed.
    private static let lifetime = 15 * 60
    /// Seconds for which it is used.
    private static let use = 10 * 60
    /// Seconds that the server's clock may be behind.
    private static let leeway = 30

    private let keys: JWTKeyCollection
    private let id: JWKIdentifier
    private let issuer: String?
    private let now: @Sendable () -> Int
    private var current: (token: String, madeAt: Int)?

    init(_ settings: TransportSettings, environment: [String: String]) async throws(TransportError) {
        let file = try KeyFile(id: settings.keyID, explicit: settings.keyFile, environment: environment)
        try await self.init(
            id: file.id, key: try file.text(), path: file.path, issuer: settings.issuer,
            now: { Int(Date().timeIntervalSince1970) })
    }

    /// - `now`: seconds since 1970.
    init(
        id: String, key: String, path: String, issuer: String?, now: @escaping @Sendable () -> Int
    ) async throws(TransportError) {
        let privateKey: ES256PrivateKey
        // What is wrong with it is not told in the words of a library, which may have some of it in them.
        do { privateKey = try ES256PrivateKey(pem: key) } catch {
            throw .key("\(path) is no private key of the curve P-256, as keys of this interface are")
        }
        let keys = JWTKeyCollection()
        self.id = JWKIdentifier(string: id)
        await keys.add(ecdsa: privateKey, kid: self.id)
        self.keys = keys
        self.issuer = issuer
        self.now = now
    }

    /// - `renewing`: whether the one that is there is no good.
    func token(renewing: Bool = false) async throws(TransportError) -> String {
        let time = now()
        if let current, !renewing, (0..<Self.use).contains(time - current.madeAt) { return current.token }
        let claims = TokenClaims(issuer: issuer, from: time - Self.leeway, to: time + Self.lifetime)
        do {
            let token = try await keys.sign(claims, kid: id)
            current = (token, time)
            return token
        } catch { throw .key("a token cannot be signed with the key \(id.string)") }
    }
}
