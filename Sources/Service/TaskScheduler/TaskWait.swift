// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a request waits for, and since when.
package struct TaskWait: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// It was asked for no earlier (seconds since 1970, as all times here).
        case earliestBegin(Double)
        case held(TaskCondition)
        /// The app did not end its tasks by itself, so often in a row.
        case throttled(until: Double, overruns: Int)
        /// The app could not be started.
        case notStarted(until: Double)
        /// The app was refreshed a moment ago.
        case spacing(until: Double)
        /// The app has done the same a moment ago.
        case repetition(until: Double)
        /// The app has used up its run time in the background.
        case runTimeUsedUp(until: Double)
        /// So many other apps are awake.
        case behind(awake: Int, limit: Int)
        /// Another continued task of the app runs.
        case behindContinued(String)
        /// It is asked for once more, and runs as it was asked for before.
        case behindItself
        /// Nothing: it begins at the next decision.
        case next
    }

    package let reason: Reason
    package let since: Double

    package init(_ reason: Reason, since: Double) {
        self.reason = reason
        self.since = since
    }
}
