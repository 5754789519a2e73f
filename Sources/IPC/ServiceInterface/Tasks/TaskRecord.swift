// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A task as the service lists it.
package struct TaskRecord: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration { case waiting, launching, running, expiring, ending, unknown }

    package var bundleID: String
    package var task: BackgroundTask
    package var state: State
    /// Seconds since 1970, as all times here.
    package var submittedAt: Double
    /// The number of its run, once it is launched.
    package var run: Int64?
    /// Since when it is in this state, or waits for what it waits for.
    package var since: Double
    /// Why it does not begin.
    package var waiting: String?
    /// The same in a word.
    package var condition: Explanation.Condition?
    /// When that ends by itself.
    package var nextAttempt: Double?
    /// Of a continued one that runs, from 0 to 1.
    package var fraction: Double?

    package init(
        bundleID: String, task: BackgroundTask, state: State, submittedAt: Double, run: Int64? = nil, since: Double,
        waiting: String? = nil, condition: Explanation.Condition? = nil, nextAttempt: Double? = nil,
        fraction: Double? = nil
    ) {
        self.bundleID = bundleID
        self.task = task
        self.state = state
        self.submittedAt = submittedAt
        self.run = run
        self.since = since
        self.waiting = waiting
        self.condition = condition
        self.nextAttempt = nextAttempt
        self.fraction = fraction
    }
}
