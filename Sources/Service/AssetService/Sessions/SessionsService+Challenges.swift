// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Logging
internal import ServiceInterface
internal import TransferEngine

// What servers ask of those who have sessions: who asks, and whether the server is trusted.
extension SessionsService {
    /// Who answers for a transfer. What an app has answered is remembered for as long as it has the session, or the service lives, and written
    /// nowhere.
    func responder(for id: String, in key: SessionKey) -> SessionChallenges {
        let memory = memories[key] ?? CredentialMemory()
        memories[key] = memory
        return SessionChallenges(sessions: self, id: id, key: key, memory: memory)
    }

    /// Whether a process has the session that hears of what happens there: it judges servers. Without one the system does.
    func isAttended(_ key: SessionKey) -> Bool {
        guard let state = sessions[key], state.owner?.answersChallenges == true else { return false }
        return !isAway(state)
    }

    /// Has the app answer, which is woken when it is away and is to say who asks.
    func answer(_ challenge: ServerChallenge, for id: String, in key: SessionKey) async -> ChallengeAnswer {
        let seconds = await settings.integer(.challengePatience)
        logger.info("\(challenge), for \(key): the app is asked")
        let question = PendingChallenge(
            challenge: challenge, bundleID: key.bundleID, since: clock.now, seconds: seconds)
        questions[id] = question
        let answer = await question.answer(at: clock) { await self.ask(challenge, for: id, in: key) }
        questions[id] = nil
        // An app that was woken for it alone is let go of.
        await settle(key)
        return answer
    }

    /// How often an app is woken to say who asks for one transfer.
    private static let largestWakes = 3

    private func ask(_ challenge: ServerChallenge, for id: String, in key: SessionKey) async -> ChallengeAnswer {
        var hasWoken = false
        // From before it is looked at, so that nothing falls in between.
        for await _ in changes.changes(beginningWithOne: true) {
            // Of what nobody wants any more nobody is asked.
            guard let number = transfers[id]?.tasks.min(), let state = sessions[key] else { return .nobody }
            if !isAway(state), let owner = state.owner {
                guard owner.answersChallenges else { return .nobody }
                guard let reply = await ask(Challenge(id: UUID().uuidString, challenge), number, owner, of: key) else {
                    continue
                }
                transfers[id]?.unansweredWakes = 0
                return ChallengeAnswer(reply)
            }
            guard state.settings.sendsLaunchEvents, challenge.method != .serverTrust else { return .nobody }
            guard !hasWoken else { continue }
            // What the server says without that is the answer then.
            guard transfers[id]?.unansweredWakes ?? 0 < Self.largestWakes else { return .nobody }
            transfers[id]?.unansweredWakes += 1
            hasWoken = true
            sessions[key]?.owesDrained = true
            await wake(key, nil)
        }
        return .nobody
    }

    /// - Returns: nil when the process has gone, or the task was cancelled.
    private func ask(
        _ challenge: Challenge, _ number: Int64, _ owner: SessionState.Owner, of key: SessionKey
    ) async -> ChallengeReply? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, sessions[key]?.owner?.id == owner.id else {
                    return continuation.resume(returning: nil)
                }
                challenges.add(challenge, of: key.bundleID, to: [owner.id]) { continuation.resume(returning: $0) }
                owner.mailbox.post(SessionEvent(.challenged, number: number, challenge: challenge))
            }
        } onCancel: {
            Task { await stopAsking(challenge.id) }
        }
    }

    private func stopAsking(_ id: String) { challenges.remove(id) }

    /// A process answers a challenge that it was told of.
    ///
    /// - Throws: `sessionNotOpen` for a session that is not this process's.
    func answer(_ id: String, in key: SessionKey, by processID: Int32, _ reply: ChallengeReply) throws(ServiceError) {
        try check(key, isOwn: processID)
        guard let owner = sessions[key]?.owner?.id else { return }
        challenges.answer(id, of: key.bundleID, by: [owner], reply)
    }
}
