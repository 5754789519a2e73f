// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Carries the progress of a fetch from the thread that unpacks to the service, with the newest value only.
final class FetchReporter: Sendable {
    private let continuation: AsyncStream<(Int64, Int64?)>.Continuation
    private let task: Task<Void, Never>

    init(_ receive: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: (Int64, Int64?).self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        task = Task {
            for await (bytes, total) in stream { await receive(bytes, total) }
        }
    }

    /// From any thread.
    @Sendable func report(_ bytes: Int64, _ total: Int64?) { continuation.yield((bytes, total)) }

    /// No more is to come.
    func stop() { continuation.finish() }

    /// Returns when the last value has been received.
    func finish() async {
        continuation.finish()
        await task.value
    }
}
