// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface
internal import Synchronization

/// What waits to be sent to one subscriber: bounded, with progress coalesced and completions never dropped.
///
/// Of the progress of one thing only the newest waits; of its other events all, up to a limit, beyond which the oldest that are
/// no completions go. A client that lets more completions than that pile up is cut off: those who acknowledge get them
/// again when they come back.
final class EventMailbox<Event: MailboxEvent>: Sendable {
    static var limit: Int { 1024 }
    private let limit: Int

    private struct State {
        var events: [Event] = []
        var waiting: CheckedContinuation<Event?, Never>?
        var isClosed = false
        /// Nothing further is taken; what is there is still sent.
        var isOverflowing = false
    }
    private let state = Mutex(State())

    /// - `limit`: events that may wait.
    init(limit: Int = EventMailbox.limit) { self.limit = limit }

    /// Puts an event in.
    func post(_ event: Event) {
        let waiting = state.withLock { state -> CheckedContinuation<Event?, Never>? in
            guard !state.isClosed, !state.isOverflowing else { return nil }
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            if event.isProgress, let index = state.events.lastIndex(where: { $0.subjectID == event.subjectID }),
                state.events[index].isProgress
            {
                state.events[index] = event.replacing(state.events[index])
            } else {
                state.events.append(event)
                if state.events.count > limit {
                    if let oldest = state.events.firstIndex(where: { !$0.isCompletion }) {
                        state.events.remove(at: oldest)
                    } else {
                        state.isOverflowing = true
                    }
                }
            }
            return nil
        }
        waiting?.resume(returning: event)
    }

    /// The next event, or nil when the mailbox was closed or the task cancelled. One caller at a time.
    func next() async -> Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Event?? in
                    if !state.events.isEmpty { return .some(state.events.removeFirst()) }
                    if state.isClosed || state.isOverflowing { return .some(nil) }
                    state.waiting = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            close()
        }
    }

    /// Ends it: `next` returns nil from now on.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            state.events = []
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}
