// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import NIOCore
internal import Synchronization

/// The bodies of requests of which a server may take no more, for it answers before it has all of them (RFC 9110, 7.5): a request waits for
/// its body, which waits to be taken, and ends with it.
final class UnwantedBody: Sendable {
    private struct State {
        var ends: [EventLoopPromise<Void>] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// A body is on its way; where it has ended by itself before it is unwanted that counts.
    func begin(_ end: EventLoopPromise<Void>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.ends.append(end) }
            return state.isOver
        }
        if isOver { end.fail(HTTPClientError.requestStreamCancelled) }
    }

    /// Whether that is why no more of a body is taken: it ends when the answer is there.
    static func isReason(_ error: any Error) -> Bool { error as? HTTPClientError == .requestStreamCancelled }

    /// The answer is there, or none will come.
    func end() {
        let ends = state.withLock { state in
            state.isOver = true
            defer { state.ends = [] }
            return state.ends
        }
        for end in ends { end.fail(HTTPClientError.requestStreamCancelled) }
    }
}
