// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What decides when the packs of an app are looked at again.
package struct StoredCheck: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "packCheck"

    package var bundleID: String
    /// Seconds since 1970 at which a process of the app last ran.
    package var lastUsedAt: Double
    /// Seconds since 1970 of the last check, or of the installation.
    package var lastCheckedAt: Double
    /// -1 to 1: where in its range the next check lies.
    package var jitter: Double
    /// How many checks in a row could not reach the server.
    package var failures: Int
    /// The last check, or the installation, could not ask for the app's assets, for nothing might be done in the background.
    package var owesAssets: Bool

    package init(
        bundleID: String, lastUsedAt: Double, lastCheckedAt: Double, jitter: Double, failures: Int = 0,
        owesAssets: Bool = false
    ) {
        self.bundleID = bundleID
        self.lastUsedAt = lastUsedAt
        self.lastCheckedAt = lastCheckedAt
        self.jitter = jitter
        self.failures = failures
        self.owesAssets = owesAssets
    }
}
