// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import TaskScheduler

extension RunTimeBudget {
    init(_ record: StoredRunTime, addedAt: Double) {
        self.init(
            level: record.level, updatedAt: record.updatedAt, usedDays: UInt32(truncatingIfNeeded: record.usedDays),
            lastDay: record.lastDay, addedAt: addedAt)
    }

    func record(of bundleID: String) -> StoredRunTime {
        StoredRunTime(
            bundleID: bundleID, level: level, updatedAt: updatedAt, usedDays: Int64(usedDays), lastDay: lastDay)
    }
}
