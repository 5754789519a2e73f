// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The last lines of the service's log, for `ba logs`, and those to come for whoever follows.
package final class LogBuffer: Sendable {
    private struct State {
        var lines: [String] = []
        var followers: [UInt64: AsyncStream<String>.Continuation] = [:]
        var next: UInt64 = 1
    }
    private static let capacity = 2000
    private let state = Mutex(State())

    /// - `earlier`: what earlier runs of the service have said.
    package init(earlier: [String] = []) { state.withLock { $0.lines = earlier } }

    package func append(_ text: String) {
        let followers = state.withLock { state in
            state.lines.append(text)
            if state.lines.count > Self.capacity { state.lines.removeFirst(state.lines.count - Self.capacity) }
            return Array(state.followers.values)
        }
        for follower in followers { follower.yield(text) }
    }

    var lines: [String] { state.withLock { $0.lines } }

    /// What is there, and what comes; a follower that is slow loses the oldest of what it has not read.
    func follow() -> (lines: [String], stream: AsyncStream<String>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let (lines, id) = state.withLock { state in
            defer { state.next += 1 }
            state.followers[state.next] = continuation
            return (state.lines, state.next)
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return (lines, stream)
    }

    private func remove(_ id: UInt64) { state.withLock { $0.followers[id] = nil } }
}
