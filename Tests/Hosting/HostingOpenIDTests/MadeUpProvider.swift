// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import JWTKit
import Synchronization

@testable import HostingOpenID

/// What a provider answers, without a network: everything about it can be wrong.
final class MadeUpProvider: OpenIDTransport {
    struct Request: Sendable {
        let url: String
        let authorization: String?
        let form: String?
    }

    private struct State {
        var key = P256.Signing.PrivateKey()
        var keyID = "one"
        var clock: Double = 1_800_000_000
        var requests: [Request] = []
        var answers: [String: (Int, String)] = [:]
        var idToken: String?
    }

    static let issuer = "https://login.example.com"
    private let state = Mutex(State())

    var now: Double { state.withLock { $0.clock } }
    var requests: [Request] { state.withLock { $0.requests } }

    func advance(_ seconds: Double) { state.withLock { $0.clock += seconds } }

    /// Another key, by another name.
    func rotate(to id: String) {
        state.withLock {
            $0.key = P256.Signing.PrivateKey()
            $0.keyID = id
        }
    }

    /// - `path`: behind the issuer.
    func answer(_ path: String, _ status: Int, _ body: String) {
        state.withLock { $0.answers[Self.issuer + path] = (status, body) }
    }

    func give(_ token: String?) { state.withLock { $0.idToken = token } }

    /// A token as it should be, but for what is changed.
    func token(
        nonce: String, header change: [String: any Sendable] = [:], _ claims: [String: (any Sendable)?] = [:]
    ) throws -> String {
        let (key, id, now) = state.withLock { ($0.key, $0.keyID, $0.clock) }
        var header: [String: any Sendable] = ["alg": "ES256", "kid": id, "typ": "JWT"]
        header.merge(change) { $1 }
        var all: [String: any Sendable] = [
            "iss": Self.issuer, "sub": "1234", "aud": "host", "iat": now, "exp": now + 300, "nonce": nonce,
            "email": "ada@example.com", "email_verified": true,
        ]
        for (name, value) in claims { all[name] = value }
        let text = try [header, all].map { try JSONSerialization.data(withJSONObject: $0).base64URL }
            .joined(separator: ".")
        return text + "." + (try key.signature(for: Data(text.utf8))).rawRepresentation.base64URL
    }

    /// The keys as it tells them.
    var keys: String {
        state.withLock { state in
            let point = state.key.publicKey.rawRepresentation
            return """
                {"keys":[{"kty":"oct","k":"c2VjcmV0"},{"kty":"EC","crv":"P-256","use":"sig","kid":"\(state.keyID)",
                "x":"\(Data(point.prefix(32)).base64URL)","y":"\(Data(point.suffix(32)).base64URL)"}]}
                """
        }
    }

    static func metadata(issuer: String = issuer, token: String = issuer + "/token", more: String = "") -> String {
        """
        {"issuer":"\(issuer)","authorization_endpoint":"\(Self.issuer)/authorize","token_endpoint":"\(token)",
        "jwks_uri":"\(Self.issuer)/keys","userinfo_endpoint":"\(Self.issuer)/me"\(more)}
        """
    }

    func send(
        _ url: String, authorization: String?, form: String?
    ) async throws(OpenIDError) -> (status: Int, body: [UInt8]) {
        let keys = keys
        let (given, token) = state.withLock { state -> ((Int, String)?, String?) in
            state.requests.append(Request(url: url, authorization: authorization, form: form))
            return (state.answers[url], state.idToken)
        }
        if let given { return (given.0, Array(given.1.utf8)) }
        switch url {
        case Self.issuer + "/.well-known/openid-configuration": return (200, Array(Self.metadata().utf8))
        case Self.issuer + "/keys": return (200, Array(keys.utf8))
        case Self.issuer + "/token":
            let id = token.map { #","id_token":"\#($0)""# } ?? ""
            return (200, Array(#"{"access_token":"access","token_type":"Bearer"\#(id)}"#.utf8))
        default: throw .unavailable("it does not answer")
        }
    }
}
