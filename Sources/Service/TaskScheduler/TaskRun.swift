// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A task that an app was woken for, or goes on with: from its launch to its end.
package struct TaskRun: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// The app is being started, or resumed.
        case launching
        case running
        /// The app was told to end it.
        case expiring(ExpirationReason)
        /// The app is being ended.
        case ending(ExpirationReason?)
    }

    package let id: UInt64
    package private(set) var request: TaskRequest
    package private(set) var state = State.launching
    /// When it came to its state (seconds since 1970).
    package private(set) var since: Double
    /// When it was launched (seconds since 1970).
    package let launchedAt: Double
    /// When the app took it up (seconds since 1970).
    package private(set) var beganAt: Double?
    /// When the app has last told of progress (seconds since 1970).
    private var progressAt: Double
    /// Whether the device was on external power when it began.
    package let isOnExternalPower: Bool
    /// A tool had it begin, whatever it waited for: that does not end it either.
    let isForced: Bool

    init(id: UInt64, _ request: TaskRequest, isOnExternalPower: Bool, isForced: Bool = false, now: Double) {
        self.isForced = isForced
        self.id = id
        self.request = request
        self.isOnExternalPower = isOnExternalPower
        launchedAt = now
        since = now
        progressAt = now
    }

    /// Its app wants it no more than this once.
    mutating func withdraw() { request.isWithdrawn = true }

    /// The request as it waits once more.
    package var again: TaskRequest {
        var again = request
        again.isAgain = request.isAgain || beganAt != nil && request.kind != .sessionEvents
        return again
    }

    /// When something is due if nothing happens (seconds since 1970).
    func deadline(_ policy: TaskPolicy) -> Double? {
        switch state {
        case .launching: since + policy.launchTime
        case .running: policy.time(of: request.kind).map { since + $0 } ?? progressAt + policy.stallTime
        case .expiring: since + policy.grace
        case .ending: nil
        }
    }

    /// What it comes to when its deadline has passed.
    func overdue(_ policy: TaskPolicy) -> State {
        switch state {
        case .launching: .ending(nil)
        case .running:
            policy.time(of: request.kind).map { .expiring(.timeUsedUp($0)) }
                ?? .expiring(.noProgress(policy.stallTime))
        case .expiring(let reason): .ending(reason)
        case .ending: state
        }
    }

    mutating func enter(_ state: State, now: Double) {
        if state == .running { beganAt = now }
        self.state = state
        since = now
        progressAt = now
    }

    mutating func noteProgress(now: Double) { progressAt = now }

    /// How it has ended when the app says that it is done.
    func completion(success: Bool) -> TaskOutcome {
        switch state {
        case .launching, .running: .completed(success: success)
        case .expiring(let reason), .ending(let reason?): .completedInGrace(success: success, reason)
        case .ending(nil): .completed(success: success)
        }
    }

    /// How it has ended when the app has, as a process does.
    func death(_ how: String) -> TaskOutcome {
        switch state {
        case .launching, .ending(nil): .notTakenUp(how: how)
        case .running, .expiring: .processEnded(how: how)
        case .ending(let reason?): .overran(reason)
        }
    }
}
