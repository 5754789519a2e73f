// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface
internal import TransferEngine

/// Answers the challenges that one download of an app meets.
struct AppChallenges: ChallengeResponder {
    let service: ChallengesService
    let file: FileDownload
    let bundleID: String
    /// The version of the app whose extension is asked; nil for the one that is installed.
    let bundle: AppBundle?
    let memory: CredentialMemory
    /// It is a pack or a manifest of packs: its extension alone is asked, and only who asks, for what its server is
    /// is the system's to judge.
    var isManaged = false

    func isThere() async -> Bool { isManaged ? false : await service.hasSomebody(for: bundleID, bundle) }

    func answer(_ challenge: ServerChallenge) async -> ChallengeAnswer {
        await service.answer(challenge, about: file, of: bundleID, bundle, isManaged: isManaged)
    }

    func inTurn<Value: Sendable>(
        _ server: String, _ body: @Sendable () async throws(TransferError) -> Value
    ) async throws(TransferError) -> Value {
        await service.wait(file.id, of: bundleID, for: server)
        return try await service.turns.withLock(bundleID + " " + server) { () async throws(TransferError) in
            await service.stopWaiting(file.id)
            return try await body()
        }
    }
}
