// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

@testable import DownloadScheduler

/// The rules of the scheduler, written down for reading: everything is sorted anew for each decision.
struct ReferenceScheduler {
    var limit: Int
    var holds = BackgroundHolds()

    private func hold(on candidate: DownloadCandidate) -> DownloadHold? {
        candidate.downloadClass == .background ? holds.all ?? holds.apps[candidate.bundleID] : nil
    }

    /// - `running`: those that take a place.
    /// - `stopping`: those that were told to stop and have not yet.
    func decide(
        _ all: [DownloadCandidate], running: Set<String>, stopping: Set<String>, now: Double
    ) -> (decision: DownloadScheduler.Decision, waiting: [String: WaitReason]) {
        var decision = DownloadScheduler.Decision()
        var waiting: [String: WaitReason] = [:]
        var ready: [DownloadCandidate] = []
        let candidates = all.filter { !stopping.contains($0.id) }
        let paused = Set(all.filter { $0.downloadClass == .essential && $0.isPaused }.map(\.bundleID))
        let essential = candidates.filter { $0.downloadClass == .essential }
        let essentialCount = essential.count {
            !$0.isPaused && (running.contains($0.id) || ($0.notBefore ?? now) <= now)
        }
        for candidate in candidates {
            if candidate.isPaused {
                if running.contains(candidate.id) { decision.stop.append(candidate.id) }
                waiting[candidate.id] = .paused
            } else if let notBefore = candidate.notBefore, notBefore > now, !running.contains(candidate.id) {
                let isGated = candidate.downloadClass == .background && paused.contains(candidate.bundleID)
                waiting[candidate.id] =
                    hold(on: candidate).map { .held($0) }
                    ?? (isGated
                        ? .installationPaused : .backOff(until: notBefore, error: candidate.lastError))
                decision.nextChange = min(decision.nextChange ?? .infinity, notBefore)
            } else if let hold = hold(on: candidate) {
                if running.contains(candidate.id) { decision.stop.append(candidate.id) }
                waiting[candidate.id] = .held(hold)
            } else if candidate.downloadClass == .background,
                essentialCount > 0 || paused.contains(candidate.bundleID)
            {
                if running.contains(candidate.id) { decision.stop.append(candidate.id) }
                waiting[candidate.id] =
                    paused.contains(candidate.bundleID)
                    ? .installationPaused : .behindInstallation(count: essentialCount)
            } else {
                ready.append(candidate)
            }
        }
        let order = order(ready, running: running)
        for (index, candidate) in order.enumerated() {
            switch (index < max(1, limit), running.contains(candidate.id)) {
            case (true, false): decision.start.append(candidate.id)
            case (false, true): decision.stop.append(candidate.id)
            case (false, false): waiting[candidate.id] = .behind(count: index, limit: limit)
            case (true, true): break
            }
        }
        return (decision, waiting)
    }

    private func order(_ ready: [DownloadCandidate], running: Set<String>) -> [DownloadCandidate] {
        var result: [DownloadCandidate] = []
        for downloadClass in DownloadClass.allCases {
            let members = ready.filter { $0.downloadClass == downloadClass }
                .sorted { DownloadPlace($0) < DownloadPlace($1) }
            // What runs keeps its place, so that nothing is stopped for its equal.
            let first = members.filter { running.contains($0.id) }
            var turns = Dictionary(grouping: first, by: \.bundleID).mapValues(\.count)
            var placed: [(turn: Int, candidate: DownloadCandidate)] = []
            for candidate in members where !running.contains(candidate.id) {
                placed.append((turns[candidate.bundleID, default: 0], candidate))
                turns[candidate.bundleID, default: 0] += 1
            }
            placed.sort { left, right in
                left.turn != right.turn
                    ? left.turn < right.turn
                    : DownloadPlace(left.candidate).isOlder(than: DownloadPlace(right.candidate))
            }
            result += first + placed.map(\.candidate)
        }
        return result
    }
}
