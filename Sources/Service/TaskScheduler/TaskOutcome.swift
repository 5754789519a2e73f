// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a task has ended.
package enum TaskOutcome: Equatable, Sendable {
    case completed(success: Bool)
    /// The app has ended it after it was told to.
    case completedInGrace(success: Bool, ExpirationReason)
    /// The app did not end it in the time that was left, and was ended.
    case overran(ExpirationReason)
    /// The app has ended, or crashed, with the task on its hands. `how`: as of a process.
    case processEnded(how: String)
    /// The app has not begun with it: the request waits again, unless it is a continued one.
    case notTakenUp(how: String)
    /// The app cannot be started: the request waits again.
    case notStarted(how: String)
    /// The app was ended because of another of its tasks.
    case endedWithApp
    /// A person has opened the app, which does nothing where nobody sees it any more.
    case madeWay
    /// A person has quit the app: it is left alone for a while, and the request waits again.
    case quit
    /// The app ended that a person had opened, as when its window is closed: the request waits again.
    case closed(how: String)
    /// The service was not there when the process ended, as when the power goes: the request waits again.
    case interrupted(how: String)

    /// Whether a request waits once more. What a person has begun in an app is nothing without it.
    package func waitsAgain(_ request: TaskRequest) -> Bool {
        switch self {
        case .notTakenUp, .notStarted, .endedWithApp, .madeWay, .quit, .closed, .interrupted:
            request.kind != .continued && !request.isWithdrawn
        case .completed, .completedInGrace, .overran, .processEnded: false
        }
    }

    /// Whether the app is left alone for a while, by its own fault.
    var isOverrun: Bool {
        switch self {
        case .completed, .completedInGrace, .notStarted, .endedWithApp, .madeWay, .quit, .closed, .interrupted: false
        case .overran, .processEnded, .notTakenUp: true
        }
    }
}
