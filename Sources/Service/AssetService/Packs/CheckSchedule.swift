// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore

/// When the packs of an app are looked at again.
enum CheckSchedule {
    /// Part by which an interval varies, either way, so that many devices do not come at once.
    static let jitter = 0.2
    /// An app that is not used is checked more and more seldom, down to once in this many intervals.
    static let longestFactor: Double = 7
    /// Seconds after which a check is repeated that could not reach its server; doubles with each one.
    static let firstRetry: Double = 60

    /// Seconds between checks of an app that was last used `idle` seconds before the last one: `base` for an app in use,
    /// else doubling from check to check.
    static func interval(base: Double, idle: Double) -> Double {
        var interval = base
        // Checks of an unused app come after 1, 3, 7, … bases without use.
        var reached = base
        while idle >= reached, interval < base * longestFactor {
            interval *= 2
            reached += interval
        }
        return min(interval, base * longestFactor)
    }

    /// A record from a clock that ran ahead, as if it were of now: else nothing would be due until the clock is there again.
    ///
    /// - Returns: nil when it is from no such clock.
    static func following(_ check: StoredCheck, now: Double) -> StoredCheck? {
        guard check.lastCheckedAt > now || check.lastUsedAt > now else { return nil }
        var check = check
        check.lastCheckedAt = min(check.lastCheckedAt, now)
        check.lastUsedAt = min(check.lastUsedAt, now)
        return check
    }

    /// A record, when what a check asks for was asked for in vain since (seconds since 1970): that counts as a failed check,
    /// so that it is asked for again soon.
    ///
    /// - Returns: nil when that changes nothing.
    static func failing(_ check: StoredCheck, at time: Double) -> StoredCheck? {
        guard check.failures == 0, time > check.lastCheckedAt else { return nil }
        var check = check
        (check.failures, check.lastCheckedAt) = (1, time)
        return check
    }

    /// A record of which the next check is due now: what the last one met is gone.
    static func hastened(_ check: StoredCheck, now: Double) -> StoredCheck {
        var check = check
        check.failures = 1
        check.lastCheckedAt = min(check.lastCheckedAt, now - firstRetry)
        return check
    }

    /// A record of which the next check is due now, and counts with those that have failed: what they met may be gone.
    static func retried(_ check: StoredCheck, base: Double, now: Double) -> StoredCheck {
        var check = check
        check.lastCheckedAt -= max(0, due(check, base: base) - now)
        return check
    }

    /// Seconds since 1970 of the next check.
    ///
    /// - `earliest`: before this its server does not want to be asked; nil when it has not said so.
    static func due(_ check: StoredCheck, base: Double, notBefore earliest: Double? = nil) -> Double {
        let idle = max(0, check.lastCheckedAt - check.lastUsedAt)
        let interval = interval(base: base, idle: idle) * (1 + jitter * min(1, max(-1, check.jitter)))
        guard check.failures > 0 else { return max(check.lastCheckedAt + interval, earliest ?? 0) }
        var retry = firstRetry
        for _ in 1..<max(1, min(check.failures, 32)) where retry < interval { retry *= 2 }
        return max(check.lastCheckedAt + min(retry, interval), earliest ?? 0)
    }
}
