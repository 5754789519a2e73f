// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

extension FileEventsService {
    /// Whether a process of the app is there that may answer challenges.
    func takesChallenges(of bundleID: String) -> Bool { !challengeTakers(of: bundleID).isEmpty }

    /// Asks the processes of an app that answer challenges: those in front, and the extension's while it runs.
    ///
    /// - Returns: the first answer; nil when none of them takes it, or the task was cancelled.
    func ask(_ challenge: Challenge, about file: FileDownload, of bundleID: String) async -> ChallengeReply? {
        let event = FileEvent(
            id: await nextID(), kind: .challenged, bundleID: bundleID, file: file, challenge: challenge)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let takers = challengeTakers(of: bundleID)
                guard !takers.isEmpty, !Task.isCancelled else { return continuation.resume(returning: nil) }
                challenges.add(challenge.id, of: bundleID, to: Set(takers.keys)) { continuation.resume(returning: $0) }
                for taker in takers.values { taker.mailbox.post(event) }
            }
        } onCancel: {
            Task { await stopAsking(challenge.id) }
        }
    }

    private func stopAsking(_ id: String) { challenges.remove(id) }

    /// A process answers a challenge that it was told of.
    func answer(_ id: String, by processID: Int32, of bundleID: String, _ reply: ChallengeReply) {
        let own = followers.filter { $0.value.processID == processID && $0.value.bundleID == bundleID }.keys
        challenges.answer(id, of: bundleID, by: Set(own), reply)
    }

    private func challengeTakers(of bundleID: String) -> [UInt64: Follower] {
        followers.filter { $0.value.bundleID == bundleID && $0.value.answersChallenges }
            .filter { $0.value.isExtension || isInFront($0.value.processID) }
    }
}
