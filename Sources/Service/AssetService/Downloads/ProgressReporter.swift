// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Carries progress from the thread that stages to a service, with the newest value only: a slow service skips values
/// and never falls behind.
final class ProgressReporter: Sendable {
    private let continuation: AsyncStream<Int64>.Continuation
    private let task: Task<Void, Never>

    init(_ receive: @escaping @Sendable (Int64) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        task = Task {
            for await value in stream { await receive(value) }
        }
    }

    /// From any thread.
    @Sendable func report(_ completed: Int64) { continuation.yield(completed) }

    /// Returns when the last value has been received.
    func finish() async {
        continuation.finish()
        await task.value
    }
}
