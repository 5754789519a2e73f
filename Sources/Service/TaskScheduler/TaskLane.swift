// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Requests that wait for the same conditions. Cases stand in the order in which they run.
struct TaskLane: Hashable, Comparable, Sendable {
    private enum Urgency: Int { case sessionEvents, refresh, processing }

    private let urgency: Urgency
    private let needsNetwork: Bool
    private let needsExternalPower: Bool

    /// nil for a continued task, which waits for nothing of the kind.
    init?(_ request: TaskRequest) {
        switch request.kind {
        case .sessionEvents: urgency = .sessionEvents
        case .refresh: urgency = .refresh
        case .processing, .healthResearch: urgency = .processing
        case .continued: return nil
        }
        needsNetwork = request.needsNetwork
        needsExternalPower = request.needsExternalPower
    }

    static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int {
        urgency.rawValue * 4 + (needsNetwork ? 2 : 0) + (needsExternalPower ? 1 : 0)
    }

    /// Whether its requests do not run while this is so.
    func waits(for condition: TaskCondition) -> Bool {
        switch condition {
        // Nothing is woken in the background where that is not wanted.
        case .refreshOff, .appRefreshOff: true
        // What has been transferred is worth the moment that it takes to hand it over.
        case .lowPowerMode: urgency != .sessionEvents
        case .gameInFront: urgency == .processing
        case .noNetwork: needsNetwork
        case .noExternalPower: needsExternalPower
        }
    }
}
