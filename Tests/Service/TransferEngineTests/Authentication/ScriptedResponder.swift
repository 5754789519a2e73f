// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import TransferEngine

/// Answers as a test says, and notes what was asked.
final class ScriptedResponder: ChallengeResponder {
    let memory = CredentialMemory()
    private let asked = Mutex<[ServerChallenge]>([])
    private let judges: Bool
    private let script: @Sendable (ServerChallenge) -> ChallengeAnswer

    /// - `judges`: whether it is asked about servers.
    init(judges: Bool = false, _ script: @escaping @Sendable (ServerChallenge) -> ChallengeAnswer) {
        self.judges = judges
        self.script = script
    }

    var challenges: [ServerChallenge] { asked.withLock { $0 } }
    var methods: [ServerChallenge.Method] { challenges.map(\.method) }

    func isThere() async -> Bool { judges }

    func answer(_ challenge: ServerChallenge) async -> ChallengeAnswer {
        asked.withLock { $0.append(challenge) }
        return script(challenge)
    }

    func inTurn<Value: Sendable>(
        _ server: String, _ body: @Sendable () async throws(TransferError) -> Value
    ) async throws(TransferError) -> Value { try await body() }
}
