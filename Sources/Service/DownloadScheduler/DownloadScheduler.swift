// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decides what may run next, and why the rest waits: a pure function of what there is and what time it is.
package struct DownloadScheduler: Sendable {
    /// Transfers at a time.
    package var limit: Int

    package init(limit: Int = 4) { self.limit = limit }

    package struct Decision: Equatable, Sendable {
        /// To be started, most urgent first.
        package var start: [String] = []
        /// Running ones that must make room for more urgent ones.
        package var stop: [String] = []
        /// Why each of the others does not run.
        package var waiting: [String: WaitReason] = [:]
        /// When the next back-off ends (seconds since 1970).
        package var nextChange: Double?
    }

    /// Essential before foreground before background; inside a class apps take turns, and within an app the higher
    /// priority, then the older download comes first. A running download is stopped for one of a more urgent class only.
    package func decide(_ candidates: [DownloadCandidate], now: Double) -> Decision {
        var decision = Decision()
        var ready: [DownloadCandidate] = []
        for candidate in candidates {
            if candidate.isPaused {
                decision.waiting[candidate.id] = .paused
            } else if let notBefore = candidate.notBefore, notBefore > now, !candidate.isRunning {
                decision.waiting[candidate.id] = .backOff(until: notBefore, error: candidate.lastError)
                decision.nextChange = min(decision.nextChange ?? .infinity, notBefore)
            } else {
                ready.append(candidate)
            }
        }
        let order = Self.order(ready)
        let chosen = Set(order.prefix(max(1, limit)).map(\.id))
        for (index, candidate) in order.enumerated() {
            switch (chosen.contains(candidate.id), candidate.isRunning) {
            case (true, false): decision.start.append(candidate.id)
            case (false, true): decision.stop.append(candidate.id)
            case (false, false): decision.waiting[candidate.id] = .behind(count: index, limit: limit)
            case (true, true): break
            }
        }
        return decision
    }

    private static func order(_ ready: [DownloadCandidate]) -> [DownloadCandidate] {
        var result: [DownloadCandidate] = []
        result.reserveCapacity(ready.count)
        let classes = Dictionary(grouping: ready, by: \.downloadClass)
        for downloadClass in DownloadClass.allCases {
            guard let members = classes[downloadClass] else { continue }
            // Within a class what runs keeps its place, so that nothing is stopped for its equal.
            let running = members.filter(\.isRunning).sorted(by: comesFirst)
            result.append(contentsOf: running)
            var turns = Dictionary(grouping: running, by: \.bundleID).mapValues(\.count)
            var placed: [(turn: Int, candidate: DownloadCandidate)] = []
            for (bundleID, waiting) in Dictionary(grouping: members.filter { !$0.isRunning }, by: \.bundleID) {
                for candidate in waiting.sorted(by: comesFirst) {
                    placed.append((turns[bundleID, default: 0], candidate))
                    turns[bundleID, default: 0] += 1
                }
            }
            placed.sort { left, right in
                left.turn != right.turn ? left.turn < right.turn : isOlder(left.candidate, right.candidate)
            }
            result.append(contentsOf: placed.map(\.candidate))
        }
        return result
    }

    private static func comesFirst(_ left: DownloadCandidate, _ right: DownloadCandidate) -> Bool {
        left.priority != right.priority ? left.priority > right.priority : isOlder(left, right)
    }

    private static func isOlder(_ left: DownloadCandidate, _ right: DownloadCandidate) -> Bool {
        left.createdAt != right.createdAt ? left.createdAt < right.createdAt : left.id < right.id
    }
}
