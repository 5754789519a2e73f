// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// How an app behaves in the background: how long it may still run there, and until when it is left alone.
package struct StoredTaskAccount: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "taskAccount"

    package var bundleID: String
    /// Seconds that were left at `updatedAt`.
    package var level: Double
    /// Seconds since 1970, as all times here.
    package var updatedAt: Double
    /// One bit a day, the lowest for `lastDay`.
    package var usedDays: Int64
    /// Days since 1970.
    package var lastDay: Int64
    /// How often in a row it did not end its task by itself.
    package var overruns: Int
    package var throttledSince: Double
    package var throttledUntil: Double
    /// When its last refresh began.
    package var lastRefresh: Double?

    package init(
        bundleID: String, level: Double, updatedAt: Double, usedDays: Int64, lastDay: Int64, overruns: Int = 0,
        throttledSince: Double = 0, throttledUntil: Double = 0, lastRefresh: Double? = nil
    ) {
        self.bundleID = bundleID
        self.level = level
        self.updatedAt = updatedAt
        self.usedDays = usedDays
        self.lastDay = lastDay
        self.overruns = overruns
        self.throttledSince = throttledSince
        self.throttledUntil = throttledUntil
        self.lastRefresh = lastRefresh
    }
}
