// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TransferEngine

/// Tells a host who asks, by a token that was handed over for it: that one, and no other.
struct HeldToken: ChallengeResponder {
    private let token: String
    private let host: String
    private let port: Int
    let memory = CredentialMemory()

    /// - `token`: nil for none: nobody answers then.
    init?(_ token: String?, for address: HTTPAddress) {
        guard let token, let host = address.url.host else { return nil }
        self.token = token
        self.host = host
        port = address.url.port ?? 443
    }

    /// What a server is is the system's to judge.
    func isThere() async -> Bool { false }

    func answer(_ challenge: ServerChallenge) async -> ChallengeAnswer {
        guard challenge.method == .httpBearer, !challenge.isProxy, challenge.previousFailures == 0,
            challenge.host == host, challenge.port == port
        else { return .nobody }
        return .credential(HTTPCredential(user: "", password: token))
    }

    func inTurn<Value: Sendable>(
        _ server: String, _ body: @Sendable () async throws(TransferError) -> Value
    ) async throws(TransferError) -> Value { try await body() }
}
