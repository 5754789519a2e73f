// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import TaskScheduler

extension TaskAccount {
    /// - `addedAt`: when the app was added (seconds since 1970).
    init(_ stored: StoredTaskAccount, addedAt: Double) {
        self.init(
            budget: RunTimeBudget(
                level: stored.level, updatedAt: stored.updatedAt, usedDays: UInt32(truncatingIfNeeded: stored.usedDays),
                lastDay: stored.lastDay, addedAt: addedAt),
            overruns: stored.overruns, throttledUntil: stored.throttledUntil, throttledSince: stored.throttledSince,
            lastRefresh: stored.lastRefresh)
    }

    func stored(of bundleID: String) -> StoredTaskAccount {
        StoredTaskAccount(
            bundleID: bundleID, level: budget.level, updatedAt: budget.updatedAt, usedDays: Int64(budget.usedDays),
            lastDay: budget.lastDay, overruns: overruns, throttledSince: throttledSince,
            throttledUntil: throttledUntil, lastRefresh: lastRefresh)
    }
}
