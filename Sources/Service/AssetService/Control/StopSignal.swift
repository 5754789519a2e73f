// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets anybody ask for the end of the service, once.
package final class StopSignal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    }

    package func trigger() { continuation.yield() }

    /// Returns when the end was asked for, or the task was cancelled. One caller.
    package func wait() async { for await _ in stream { return } }
}
