// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Ordering

extension TaskScheduler {
    /// Takes up what was asked for of an earlier run of the service, whatever may be asked for now.
    package mutating func restore(_ request: TaskRequest, now: Double) {
        guard apps[request.key.bundleID] != nil else { return }
        withdraw(request.key)
        queue(request, now: now)
    }

    /// Takes up what an earlier run of the service has begun. What began at a time that has not come yet, by a clock that was set back, begins now.
    ///
    /// - `launchedAt`, `takenUpAt`: seconds since 1970; nil for one that its app has not taken up.
    package mutating func restore(
        run id: UInt64, _ request: TaskRequest, launchedAt: Double, takenUpAt: Double?, isOnExternalPower: Bool,
        now: Double
    ) {
        let bundleID = request.key.bundleID
        guard apps[bundleID] != nil, runs[id] == nil else { return }
        // One that was launched has all the time again to begin: while the service was away it could not.
        var run = TaskRun(
            id: id, request, isOnExternalPower: isOnExternalPower,
            now: takenUpAt == nil ? now : min(launchedAt, now))
        if let takenUpAt { run.enter(.running, now: min(takenUpAt, now)) }
        runs[id] = run
        apps[bundleID]?.runs.append(id)
        nextRun = max(nextRun, id + 1)
    }

    /// Sees to it that no run gets a number below this one.
    package mutating func reserve(nextRun number: UInt64) { nextRun = max(nextRun, number) }

    /// Whether something waits, or runs, that the state of the device decides on.
    package var heedsConditions: Bool { !runs.isEmpty || line.ready.values.contains { $0.first != nil } }

    /// Whether nothing waits, and nothing runs.
    package var isIdle: Bool { runs.isEmpty && apps.values.allSatisfy(\.entries.isEmpty) }
}
