// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What a person has done with notifications, as far as this process has been told: until its delegate has heard of it, and is done with it.
struct ResponseLedger {
    /// What is to be done with a response that the service tells of.
    enum Step: Equatable {
        case tellDelegate
        /// Nothing yet: there is no delegate.
        case wait
        /// The service has been started anew, and does not know that the delegate has heard of it.
        case sayBegun
        /// The service has not heard that the delegate is done with it.
        case sayDone
    }

    /// Those that wait for a delegate.
    private var waiting: [NotificationEvent] = []
    private var handling: Set<Int64> = []
    /// The service may have told of them once more before it had heard of that.
    private var done: Set<Int64> = []

    mutating func take(_ event: NotificationEvent, hasDelegate: Bool) -> Step {
        if done.contains(event.number) { return .sayDone }
        if handling.contains(event.number) { return .sayBegun }
        if !hasDelegate {
            waiting.removeAll { $0.number == event.number }
            waiting.append(event)
            return .wait
        }
        handling.insert(event.number)
        return .tellDelegate
    }

    /// Those that wait: there is a delegate now.
    mutating func takeWaiting() -> [NotificationEvent] {
        defer { waiting = [] }
        return waiting
    }

    /// The delegate is done with one.
    mutating func finish(_ number: Int64) {
        handling.remove(number)
        done.insert(number)
    }
}
