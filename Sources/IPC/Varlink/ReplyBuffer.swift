// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Replies between the thread that reads them and the task that consumes them.
///
/// The thread blocks while the buffer is full, and with it the peer; no reply is dropped.
final class ReplyBuffer: Sendable {
    typealias Item = Result<VarlinkReply?, VarlinkError>

    private struct State {
        var replies: [VarlinkReply] = []
        /// What follows the last reply.
        var end: Item?
        var consumer: CheckedContinuation<Item, Never>?
        var isAbandoned = false
    }

    private let capacity: Int
    private let monitor = Monitor(State())

    init(capacity: Int) { self.capacity = capacity }

    /// Hands a reply over; false when nobody will take it. Blocks while the buffer is full.
    func push(_ reply: VarlinkReply) -> Bool {
        let outcome: (isTaken: Bool, consumer: CheckedContinuation<Item, Never>?) = monitor.wait { state in
            if state.isAbandoned { return (false, nil) }
            if let consumer = state.consumer {
                state.consumer = nil
                return (true, consumer)
            }
            guard state.replies.count < capacity else { return nil }
            state.replies.append(reply)
            return (true, nil)
        }
        outcome.consumer?.resume(returning: .success(reply))
        return outcome.isTaken
    }

    /// No further reply comes.
    func finish(throwing error: VarlinkError? = nil) {
        let item: Item = error.map { .failure($0) } ?? .success(nil)
        let consumer: CheckedContinuation<Item, Never>? = monitor.withLock { state in
            guard let consumer = state.consumer else {
                if state.end == nil { state.end = item }
                return nil
            }
            // The waiting consumer hears of it now; after that the sequence is at its end.
            state.consumer = nil
            if state.end == nil { state.end = .success(nil) }
            return consumer
        }
        consumer?.resume(returning: item)
    }

    /// The consumer has gone; what it still waits for ends with `connectionClosed`.
    func abandon() {
        let consumer = monitor.withLock { state in
            state.isAbandoned = true
            state.replies = []
            if state.end == nil { state.end = .failure(.connectionClosed) }
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume(returning: .failure(.connectionClosed))
    }

    var isFinished: Bool { monitor.withLock { $0.end != nil } }

    /// The next reply, nil after the last one.
    func next() async -> Item {
        await withCheckedContinuation { continuation in
            let item: Item? = monitor.withLock { state in
                if !state.replies.isEmpty { return .success(state.replies.removeFirst()) }
                if let end = state.end {
                    // An error is reported once; after it the sequence is at its end.
                    state.end = .success(nil)
                    return end
                }
                state.consumer = continuation
                return nil
            }
            if let item { continuation.resume(returning: item) }
        }
    }
}
