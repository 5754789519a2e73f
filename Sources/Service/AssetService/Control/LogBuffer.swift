// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The last lines of the service's log, for `ba logs`, and those to come for whoever follows.
package final class LogBuffer: Sendable {
    /// One line, and the app it is about when it names one.
    struct Line: Sendable {
        let text: String
    }

    private struct State {
        var lines: [Line] = []
        var followers: [UInt64: AsyncStream<Line>.Continuation] = [:]
        var next: UInt64 = 1
    }
    private static let capacity = 2000
    private let state = Mutex(State())

    /// - `earlier`: what earlier runs of the service have said.
    package init(earlier: [String] = []) { state.withLock { $0.lines = earlier.map(Line.init) } }

    package func append(_ text: String) {
        let line = Line(text: text)
        let followers = state.withLock { state in
            state.lines.append(line)
            if state.lines.count > Self.capacity { state.lines.removeFirst(state.lines.count - Self.capacity) }
            return Array(state.followers.values)
        }
        for follower in followers { follower.yield(line) }
    }

    var lines: [Line] { state.withLock { $0.lines } }

    /// What is there, and what comes; a follower that is slow loses the oldest of what it has not read.
    func follow() -> (lines: [Line], stream: AsyncStream<Line>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Line.self, bufferingPolicy: .bufferingNewest(Self.capacity))
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
