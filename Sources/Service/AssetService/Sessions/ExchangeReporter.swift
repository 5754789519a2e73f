// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TransferEngine

/// Carries the progress of an exchange from its threads to the service: what comes while that is busy is told in one.
final class ExchangeReporter: Sendable {
    private final class Pending: Sendable {
        private let progress = Mutex(ExchangeProgress())

        func add(_ news: ExchangeTransfer.Progress) { progress.withLock { $0.take(news) } }

        func take() -> ExchangeProgress {
            progress.withLock { progress in
                defer { progress = ExchangeProgress() }
                return progress
            }
        }
    }

    private let pending: Pending
    private let continuation: AsyncStream<Void>.Continuation
    private let task: Task<Void, Never>

    init(_ receive: @escaping @Sendable (ExchangeProgress) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let pending = Pending()
        self.pending = pending
        self.continuation = continuation
        task = Task {
            for await _ in stream {
                let progress = pending.take()
                if progress != ExchangeProgress() { await receive(progress) }
            }
        }
    }

    /// From any thread.
    @Sendable func report(_ progress: ExchangeTransfer.Progress) {
        pending.add(progress)
        continuation.yield()
    }

    /// Returns when the last news has been received.
    func finish() async {
        continuation.finish()
        await task.value
    }
}
