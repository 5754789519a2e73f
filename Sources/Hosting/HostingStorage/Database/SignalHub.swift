// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Passes signals on to whoever waits for them in this process.
final class SignalHub: Sendable {
    private struct State {
        var listeners: [Int: (channel: SQLChannel, continuation: AsyncStream<Void>.Continuation)] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// - Returns: of several signals that nobody has looked for, one is kept.
    func signals(_ channel: SQLChannel) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLock { state in
            if state.isClosed { return nil }
            state.next += 1
            state.listeners[state.next] = (channel, continuation)
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func signal(_ channel: SQLChannel) {
        let continuations = state.withLock { state in
            state.listeners.values.filter { $0.channel == channel }.map(\.continuation)
        }
        for continuation in continuations { continuation.yield() }
    }

    func close() {
        let continuations = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return state.listeners.values.map(\.continuation)
        }
        for continuation in continuations { continuation.finish() }
    }
}
