// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets any number of tasks wait for "something changed"; changes in between count as one.
final class ChangeSignal: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var next: UInt64 = 1
    }
    private let state = Mutex(State())

    func signal() {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield() }
    }

    /// An element for each change from now on; the first one at once, when it is to begin with one.
    func changes(beginningWithOne: Bool = true) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = add(continuation)
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        if beginningWithOne { continuation.yield() }
        return stream
    }

    /// An element for each change of any of them from now on; the first one at once, when it is to begin with one.
    static func changes(of signals: [ChangeSignal], beginningWithOne: Bool = false) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listening = signals.map { ($0, $0.add(continuation)) }
        continuation.onTermination = { _ in for (signal, id) in listening { signal.remove(id) } }
        if beginningWithOne { continuation.yield() }
        return stream
    }

    private func add(_ listener: AsyncStream<Void>.Continuation) -> UInt64 {
        state.withLock { state in
            defer { state.next += 1 }
            state.listeners[state.next] = listener
            return state.next
        }
    }

    private func remove(_ id: UInt64) { state.withLock { $0.listeners[id] = nil } }
}
