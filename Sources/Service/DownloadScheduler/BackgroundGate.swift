// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What downloads in the background wait for besides their place, and when each of these began and ended.
struct BackgroundGate: Sendable {
    private struct PausedEssentials {
        /// When each of them was paused, rising: there may be thousands.
        private var times: [Double] = []
        var since: Double? { times.first }

        mutating func add(_ time: Double) { times.insert(time, at: place(of: time)) }

        mutating func remove(_ time: Double) {
            let place = place(of: time)
            if place < times.count, times[place] == time { times.remove(at: place) }
        }

        /// That of the first which is no earlier.
        private func place(of time: Double) -> Int {
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                if times[middle] < time { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private(set) var holds = BackgroundHolds()
    /// Of each app that has such.
    private var pausedEssentials: [String: PausedEssentials] = [:]
    /// Since when essential downloads run or wait for a place.
    private var essentialSince: Double?
    /// When essential downloads last ended, and when something last stopped holding up all apps, or one.
    private var (essentialEnd, holdEnd) = (-Double.infinity, -Double.infinity)
    private var ends: [String: Double] = [:]

    /// Apps of which nothing runs in the background, whatever other apps do.
    var heldApps: Set<String> { Set(holds.apps.keys).union(pausedEssentials.keys) }

    mutating func hold(_ holds: BackgroundHolds, now: Double) {
        if self.holds.all != nil, holds.all == nil { holdEnd = now }
        for app in self.holds.apps.keys where holds.apps[app] == nil { ends[app] = now }
        self.holds = holds
    }

    mutating func noteEssential(count: Int, now: Double) {
        if count > 0 {
            essentialSince = essentialSince ?? now
        } else if essentialSince != nil {
            (essentialSince, essentialEnd) = (nil, now)
        }
    }

    mutating func addPaused(_ candidate: DownloadCandidate) {
        guard candidate.downloadClass == .essential, let pausedAt = candidate.pausedAt else { return }
        var paused = pausedEssentials[candidate.bundleID] ?? PausedEssentials()
        paused.add(pausedAt)
        pausedEssentials[candidate.bundleID] = paused
    }

    mutating func removePaused(_ candidate: DownloadCandidate, now: Double) {
        guard candidate.downloadClass == .essential, let pausedAt = candidate.pausedAt else { return }
        guard var paused = pausedEssentials[candidate.bundleID] else { return }
        paused.remove(pausedAt)
        let isOver = paused.since == nil
        pausedEssentials[candidate.bundleID] = isOver ? nil : paused
        if isOver { ends[candidate.bundleID] = now }
    }

    /// Whether something essential of its app is paused: whoever pauses an installation wants nothing of it to come.
    func isInstallationPaused(of bundleID: String) -> Bool { pausedEssentials[bundleID] != nil }

    /// Since when that is so.
    func installationPause(of bundleID: String) -> Double? { pausedEssentials[bundleID]?.since }

    /// Since when one waits for this reason.
    ///
    /// - `placedAt`: when it came to where it stands.
    func since(_ reason: WaitReason, of candidate: DownloadCandidate, placedAt: Double) -> Double {
        let isBackground = candidate.downloadClass == .background
        let heldUntil = isBackground ? max(placedAt, holdEnd, ends[candidate.bundleID] ?? placedAt) : placedAt
        return switch reason {
        case .paused: candidate.pausedAt ?? placedAt
        case .backOff: candidate.failingSince ?? placedAt
        case .held(let hold): hold.since
        case .behindInstallation: max(heldUntil, essentialSince ?? placedAt)
        case .installationPaused: max(heldUntil, pausedEssentials[candidate.bundleID]?.since ?? placedAt)
        case .behind: isBackground ? max(heldUntil, essentialEnd) : placedAt
        }
    }
}
