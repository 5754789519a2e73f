// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Synchronization

@testable import TransferEngine

/// What a server that wants Digest finds wrong with a request, as RFC 7616 has it: a proof that is about another request, and
/// a nonce that is used twice with the same count.
final class DigestServer: Sendable {
    /// How often a nonce may be used.
    enum Nonces { case manyTimes, once }

    private static let challenge = "Digest realm=\"r\", qop=\"auth\", algorithm=SHA-256, nonce="

    private let credential: HTTPCredential
    private let nonces: Nonces
    /// Names of nonces that were given out, with the counts that were seen.
    private let used = Mutex<[String: Set<String>]>([:])

    init(_ credential: HTTPCredential, _ nonces: Nonces) {
        self.credential = credential
        self.nonces = nonces
    }

    /// The refusal of a request that does not say rightly who asks. A fault's headers are fixed, so that each place has
    /// a nonce of its own.
    func refusal(_ nonce: String) -> Fault {
        .status(401, headers: [("WWW-Authenticate", Self.challenge + "\"\(nonce)\"")]).unless(takes)
    }

    /// Whether a request says rightly who asks.
    func takes(_ request: FaultServer.Request) -> Bool {
        guard let value = request["Authorization"], let uri = value.firstMatch(of: /uri="([^"]*)"/)?.1,
            uri == request.target, let nonce = value.firstMatch(of: /, nonce="([^"]*)"/)?.1,
            let clientNonce = value.firstMatch(of: /cnonce="([^"]*)"/)?.1,
            let count = value.firstMatch(of: /nc=([0-9a-f]{8})/)?.1, let number = UInt32(count, radix: 16),
            let asked = HTTPChallenge.parse([Self.challenge + "\"\(nonce)\""]).first
        else { return false }
        let expected = DigestAuthorization(asked)?
            .value(
                credential, method: request.method, uri: request.target, body: request.body,
                clientNonce: String(clientNonce), count: number)
        guard value == expected else { return false }
        return used.withLock { used in
            if nonces == .once, used[String(nonce)] != nil { return false }
            return used[String(nonce), default: []].insert(String(count)).inserted
        }
    }
}
