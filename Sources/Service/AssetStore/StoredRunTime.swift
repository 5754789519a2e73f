// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// How long the extension of an app may still run, and on which days its app was used.
package struct StoredRunTime: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "extensionRunTime"

    package var bundleID: String
    /// Seconds that were left at `updatedAt`.
    package var level: Double
    /// Seconds since 1970.
    package var updatedAt: Double
    /// One bit a day, the lowest for `lastDay`.
    package var usedDays: Int64
    /// Days since 1970.
    package var lastDay: Int64

    package init(bundleID: String, level: Double, updatedAt: Double, usedDays: Int64, lastDay: Int64) {
        self.bundleID = bundleID
        self.level = level
        self.updatedAt = updatedAt
        self.usedDays = usedDays
        self.lastDay = lastDay
    }
}
