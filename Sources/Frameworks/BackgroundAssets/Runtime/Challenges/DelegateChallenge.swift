// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationNetworking
internal import ServiceInterface
internal import Synchronization
internal import URLLoading

/// A challenge that the delegate of this process is asked. The first answer counts; none may come.
final class DelegateChallenge: Sendable {
    private let executor: QueueExecutor
    private let send: @Sendable (ChallengeReply) -> Void
    private let isAnswered = Atomic(false)

    /// - `executor`: where a method that answers in its own time runs.
    /// - `send`: told the answer, once, on any thread.
    init(on executor: QueueExecutor, send: @escaping @Sendable (ChallengeReply) -> Void) {
        self.executor = executor
        self.send = send
    }

    /// Asks on this thread, and goes on when the delegate has returned.
    func ask(
        _ delegate: any BADownloadManagerDelegate, about download: BADownload, _ challenge: URLAuthenticationChallenge
    ) {
        let hasHandler = OptionalMethods.isOwn(.challengeWithHandler, of: delegate) {
            delegate.download(download, didReceive: challenge) { [self] disposition, credential in
                // Of the default method, which answers as well, one hears in the other way.
                if !OptionalMethods.isDefault(.challengeWithHandler, of: delegate) {
                    answer(ChallengeReply(disposition, credential))
                }
            }
        }
        guard !hasHandler else { return }
        let asked = Asked(delegate: delegate, download: download, challenge: challenge)
        Task(executorPreference: executor) { [self] in
            let reply = await OptionalMethods.ifOwn(.challenge, of: asked.delegate) {
                let (disposition, credential) = await asked.delegate.download(
                    asked.download, didReceive: asked.challenge)
                return ChallengeReply(disposition, credential)
            }
            answer(reply ?? ChallengeReply(.declined))
        }
    }

    private func answer(_ reply: ChallengeReply) {
        if !isAnswered.exchange(true, ordering: .relaxed) { send(reply) }
    }

    /// @unchecked Sendable: nobody else has the download and the challenge; the delegate is the app's object, which it asks to
    /// be called anywhere.
    private struct Asked: @unchecked Sendable {
        let delegate: any BADownloadManagerDelegate
        let download: BADownload
        let challenge: URLAuthenticationChallenge
    }
}
