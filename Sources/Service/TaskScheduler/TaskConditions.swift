// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How things stand with the device and what a person has set. What is not known holds nothing up.
package struct TaskConditions: Equatable, Sendable {
    /// What holds up tasks of all apps, and since when (seconds since 1970).
    package var all: [TaskCondition: Double]
    /// The apps for which background refresh is off, and since when.
    package var appsWithoutRefresh: [String: Double]
    /// The apps that a person has in front, and that hear of their tasks: they need not be woken.
    package var appsInFront: Set<String>

    package init(
        _ all: [TaskCondition: Double] = [:], appsWithoutRefresh: [String: Double] = [:], appsInFront: Set<String> = []
    ) {
        self.all = all
        self.appsWithoutRefresh = appsWithoutRefresh
        self.appsInFront = appsInFront
    }

    /// Whether the device saves power.
    package var isInLowPowerMode: Bool {
        all.keys.contains { if case .lowPowerMode = $0 { true } else { false } }
    }

    var isOnExternalPower: Bool { all[.noExternalPower] == nil }

    /// What keeps a task of this lane from running: the one that is worth most to know.
    func condition(on lane: TaskLane) -> TaskCondition? {
        all.keys.filter { lane.waits(for: $0) }.min { Self.rank($0) < Self.rank($1) }
    }

    /// What keeps a request from running, and since when.
    func hold(on request: TaskRequest) -> (condition: TaskCondition, since: Double)? {
        guard let lane = TaskLane(request) else { return nil }
        if let condition = condition(on: lane), let since = all[condition] { return (condition, since) }
        return appsWithoutRefresh[request.key.bundleID].map {
            (.appRefreshOff(bundleID: request.key.bundleID), $0)
        }
    }

    private static func rank(_ condition: TaskCondition) -> Int {
        switch condition {
        case .refreshOff: 0
        case .appRefreshOff: 1
        case .lowPowerMode: 2
        case .gameInFront: 3
        case .noNetwork: 4
        case .noExternalPower: 5
        }
    }
}
