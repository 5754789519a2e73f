// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

extension FileEventsService {
    /// Whether a process of the app is there that may judge servers.
    func judgesServers(of bundleID: String) -> Bool { !takers(of: .serverTrust, of: bundleID).isEmpty }

    /// Asks the processes of an app that answer challenges: those in front, and the extension's while it runs.
    ///
    /// - Returns: the first answer; nil when none of them takes it, or the task was cancelled.
    func ask(_ challenge: Challenge, about file: FileDownload, of bundleID: String) async -> ChallengeReply? {
        let event = FileEvent(
            id: await nextID(), kind: .challenged, bundleID: bundleID, file: file, challenge: challenge)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let takers = takers(of: challenge.method, of: bundleID)
                guard !takers.isEmpty, !Task.isCancelled else { return continuation.resume(returning: nil) }
                challenges.add(challenge, of: bundleID, to: Set(takers.keys)) { continuation.resume(returning: $0) }
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
        let asked = challenges.answer(id, of: bundleID, by: Set(own), reply)
        guard reply.disposition == .declined, let asked else { return }
        // Its delegate has no method for it: with another delegate it follows anew.
        for id in own { followers[id]?.declinedMethods.insert(asked.method) }
    }

    private func takers(of method: Challenge.Method, of bundleID: String) -> [UInt64: Follower] {
        followers.filter { $0.value.bundleID == bundleID && $0.value.answersChallenges }
            .filter { !$0.value.declinedMethods.contains(method) }
            .filter { $0.value.isExtension || isInFront($0.value.processID) }
    }
}
