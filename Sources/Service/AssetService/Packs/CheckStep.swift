// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler

/// What is to be done about an app by the record of its checks.
enum CheckStep: Equatable, Sendable {
    /// Nothing before then, in seconds since 1970. With infinity: it is due, and comes when what keeps it from that ends.
    case wait(until: Double)
    /// Its assets are looked at, which the last check, or the installation, left out.
    case makeUp
    /// It is looked for a newer app, and for newer assets unless these may not be fetched now.
    case check(includesAssets: Bool)

    /// - `base`: seconds between the checks of an app in use.
    /// - `earliest`: before this its server does not want to be asked for its manifest; nil when it has not said so.
    /// - `holding`: what keeps the app from doing anything in the background.
    /// - `refusedUntil`: before this its extension is not run, which is infinity when it is not known; nil when it may run.
    init(
        _ record: StoredCheck, base: Double, notBefore earliest: Double? = nil, holding: [DownloadCondition],
        refusedUntil: Double? = nil, now: Double
    ) {
        let due = CheckSchedule.due(record, base: base, notBefore: earliest)
        self =
            if due > now {
                if !record.owesAssets || !holding.isEmpty {
                    .wait(until: due)
                } else if let refusedUntil {
                    .wait(until: min(due, refusedUntil))
                } else {
                    .makeUp
                }
            } else if holding.contains(where: \.keepsUpdates) {
                .wait(until: .infinity)
            } else {
                .check(includesAssets: holding.isEmpty)
            }
    }

    /// The record after the step.
    ///
    /// - `isReached`: whether all servers that were asked have answered.
    /// - `isRefused`: whether the app's extension was not to be run: what it was not asked stays owed.
    /// - `jitter`: -1 to 1, where in its range the next check lies.
    func record(
        _ before: StoredCheck, isReached: Bool, isRefused: Bool = false, now: Double, jitter: Double
    ) -> StoredCheck {
        var record = before
        switch self {
        case .wait: break
        case .makeUp:
            record.owesAssets = false
            if !isReached { record.failures &+= 1 }
        case .check(let includesAssets):
            record.owesAssets = !includesAssets || isRefused
            record.lastCheckedAt = now
            record.jitter = jitter
            record.failures = isReached ? 0 : record.failures &+ 1
        }
        return record
    }
}
