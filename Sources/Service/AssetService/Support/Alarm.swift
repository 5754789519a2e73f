// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// One wait for a time, by timers of Dispatch's. (Not by Task.sleep: see CQuietProcess.)
final class Alarm: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Bool, Never>)
        case cancelled
        case over
    }

    /// A serial queue: what is done on it is to resume tasks.
    private static let queue = DispatchQueue(label: "background-assets.alarms")
    /// Seconds after which whoever waits looks at the clock again.
    static let longest = 600.0
    private let state = Mutex(State.new)

    /// Returns after `seconds`, at the time of day that is now `seconds` away, whichever is first, or throws at once when
    /// the task is cancelled.
    ///
    /// The time of day is there sooner where the clock is set forward, or the machine was suspended.
    static func wait(seconds: Double) async throws(CancellationError) {
        let alarm = Alarm()
        let timers = [DispatchSource.makeTimerSource(queue: queue), DispatchSource.makeTimerSource(queue: queue)]
        timers[0].schedule(deadline: .now() + seconds)
        timers[1].schedule(wallDeadline: .now() + seconds)
        for timer in timers {
            timer.setEventHandler { alarm.end(rings: true) }
            timer.activate()
        }
        let rang = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = alarm.state.withLock { state -> Bool? in
                    switch state {
                    case .new:
                        state = .waiting(continuation)
                        return nil
                    case .over: return true
                    case .cancelled, .waiting: return false
                    }
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            alarm.end(rings: false)
        }
        for timer in timers { timer.cancel() }
        if !rang { throw CancellationError() }
    }

    private func end(rings: Bool) {
        let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            switch state {
            case .waiting(let continuation):
                state = .over
                return continuation
            case .new: state = rings ? .over : .cancelled
            case .cancelled, .over: break
            }
            return nil
        }
        waiting?.resume(returning: rings)
    }
}
