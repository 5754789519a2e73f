// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetService
import Synchronization

/// A clock that stands still until a test moves it.
final class DrivenClock: WallClock {
    private struct Sleeper {
        let time: Double
        let continuation: CheckedContinuation<Void, Never>
    }
    private struct State {
        var now: Double
        var sleepers: [UInt64: Sleeper] = [:]
        var next: UInt64 = 1
    }
    private let state: Mutex<State>

    init(now: Double = 1_800_000_000) { state = Mutex(State(now: now)) }

    var now: Double { state.withLock { $0.now } }

    /// Whether somebody sleeps until a time.
    func isAwaited(_ time: Double) -> Bool { state.withLock { $0.sleepers.values.contains { $0.time == time } } }

    /// Moves on to when the first of those who sleep is to wake, if that is within `longest` seconds.
    func advanceToNextWake(within longest: Double) {
        let next = state.withLock { $0.sleepers.values.map(\.time).min() }
        if let next, next <= now + longest { advance(by: max(0, next - now)) }
    }

    /// Moves on, and wakes whoever sleeps until then.
    func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.time <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    func sleep(until time: Double) async throws(CancellationError) {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if time <= state.now || Task.isCancelled { return true }
                    state.sleepers[id] = Sleeper(time: time, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.continuation }?.resume()
        }
        if Task.isCancelled { throw CancellationError() }
    }
}
