// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// The challenges that processes of apps have been told of and have not answered.
struct ChallengeTable: Sendable {
    private struct Question {
        let challenge: Challenge
        let bundleID: String
        /// Those who have not said yet whether they take it.
        var asked: Set<UInt64>
        let answer: @Sendable (ChallengeReply?) -> Void
    }

    private var questions: [String: Question] = [:]

    /// - `followers`: who is told of it; there is somebody.
    /// - `answer`: called once, with the first answer, or with nil when nobody takes it.
    mutating func add(
        _ challenge: Challenge, of bundleID: String, to followers: Set<UInt64>,
        answer: @escaping @Sendable (ChallengeReply?) -> Void
    ) {
        questions[challenge.id] = Question(
            challenge: challenge, bundleID: bundleID, asked: followers, answer: answer)
    }

    /// A process answers one of its app's.
    ///
    /// - Returns: what it was asked; nil when it is not being asked that.
    @discardableResult
    mutating func answer(
        _ id: String, of bundleID: String, by followers: Set<UInt64>, _ reply: ChallengeReply
    ) -> Challenge? {
        guard var question = questions[id], question.bundleID == bundleID,
            !question.asked.isDisjoint(with: followers)
        else { return nil }
        guard reply.disposition == .declined else {
            questions[id] = nil
            question.answer(reply)
            return question.challenge
        }
        question.asked.subtract(followers)
        questions[id] = question.asked.isEmpty ? nil : question
        if question.asked.isEmpty { question.answer(nil) }
        return question.challenge
    }

    /// A follower is gone, and answers nothing any more.
    mutating func left(_ follower: UInt64) {
        for (id, question) in questions where question.asked.contains(follower) {
            questions[id]?.asked.remove(follower)
            guard question.asked.count == 1 else { continue }
            questions[id] = nil
            question.answer(nil)
        }
    }

    /// Nobody waits for the answer any more.
    mutating func remove(_ id: String) { questions.removeValue(forKey: id)?.answer(nil) }
}
