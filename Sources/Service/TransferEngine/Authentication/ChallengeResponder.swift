// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Answers the challenges of servers for an app.
package protocol ChallengeResponder: Sendable {
    /// What the app has answered before.
    var memory: CredentialMemory { get }

    /// Whether there is somebody to ask. Who is there judges every server, also one that the system trusts.
    func isThere() async -> Bool

    func answer(_ challenge: ServerChallenge) async -> ChallengeAnswer

    /// Does something for a server, such as `host:443`, while nobody else does it for the same app.
    func inTurn<Value: Sendable>(
        _ server: String, _ body: @Sendable () async throws(TransferError) -> Value
    ) async throws(TransferError) -> Value
}
