// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The numbers that apps are scheduled by. Apple publishes few of its own: those of requests are in the documentation of
/// `BGTaskScheduler.submit(_:)`, the rest is ours.
package struct TaskPolicy: Equatable, Sendable {
    // MARK: Requests of an app that may wait at a time

    package var refreshLimit = 1
    package var processingLimit = 10
    package var continuedWaitLimit = 100

    // MARK: Time, in seconds

    /// A refresh may run so long before it is told to end.
    package var refreshTime: Double = 30
    package var processingTime: Double = 600
    package var sessionEventsTime: Double = 30
    /// A continued task that tells of no progress for so long is told to end.
    package var stallTime: Double = 60
    /// Until an app that was started has taken up its task.
    package var launchTime: Double = 20
    /// From being told to end to being ended.
    package var grace: Double = 5
    /// Between the beginnings of two refreshes of an app.
    package var refreshSpacing: Double = 900
    /// From the end of processing to its next beginning by the same identifier.
    package var processingSpacing: Double = 60
    /// A day, of a new app: a quarter to four times as much by use over 14 days. What runs on external power is not counted.
    package var dailyRunTime: Double = 1200
    /// An app that did not end its task by itself is left alone for so long, and each time twice as long.
    package var throttleTime: Double = 900
    package var longestThrottle: Double = 86_400

    // MARK: Apps

    /// Apps that are awake in the background at a time.
    package var awakeLimit = 2
    /// Continued tasks of an app that run at a time.
    package var continuedLimit = 1

    package init() {}

    /// Seconds that a task may run; nil for as long as it tells of progress.
    func time(of kind: TaskKind) -> Double? {
        switch kind {
        case .refresh: refreshTime
        case .processing, .healthResearch: processingTime
        case .sessionEvents: sessionEventsTime
        case .continued: nil
        }
    }

    /// Seconds for which an app is left alone.
    ///
    /// - `overruns`: how often in a row it did not end its task by itself.
    func throttle(after overruns: Int) -> Double {
        guard overruns > 0 else { return 0 }
        // 2^20 times any time is longer than the longest.
        return min(throttleTime * Double(1 << min(overruns - 1, 20)), longestThrottle)
    }
}
