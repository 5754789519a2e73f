// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import TransferEngine

/// Answers the challenges that a transfer of a session meets.
struct SessionChallenges: ChallengeResponder {
    let sessions: SessionsService
    /// Of the transfer.
    let id: String
    let key: SessionKey
    let memory: CredentialMemory

    func isThere() async -> Bool { await sessions.isAttended(key) }

    func answer(_ challenge: ServerChallenge) async -> ChallengeAnswer {
        await sessions.answer(challenge, for: id, in: key)
    }

    func inTurn<Value: Sendable>(
        _ server: String, _ body: @Sendable () async throws(TransferError) -> Value
    ) async throws(TransferError) -> Value {
        try await sessions.turns.withLock("\(key) \(server)") { () async throws(TransferError) in try await body() }
    }
}
