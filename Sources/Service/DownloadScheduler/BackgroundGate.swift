// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What downloads in the background wait for besides their place, and when each of these began and ended.
struct BackgroundGate: Sendable {
    private struct PausedEssentials {
        var count = 0
        /// When the first of them was paused.
        var since = Double.infinity
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
        (paused.count, paused.since) = (paused.count + 1, min(paused.since, pausedAt))
        pausedEssentials[candidate.bundleID] = paused
    }

    mutating func removePaused(_ candidate: DownloadCandidate, now: Double) {
        guard candidate.downloadClass == .essential, candidate.isPaused else { return }
        guard var paused = pausedEssentials[candidate.bundleID] else { return }
        paused.count -= 1
        pausedEssentials[candidate.bundleID] = paused.count > 0 ? paused : nil
        if paused.count == 0 { ends[candidate.bundleID] = now }
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
