// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Why the manifest of an app could not be had the last time.
package struct StoredManifestFailure: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "manifestFailure"

    package var bundleID: String
    /// What happened, for a person.
    package var message: String
    /// The same, as programs tell it apart.
    package var condition: String
    /// Seconds since 1970 of the first failure since a manifest came.
    package var failingSince: Double
    /// Seconds since 1970 of the last one.
    package var failedAt: Double
    /// Seconds since 1970 before which its server does not want to be asked again.
    package var retryAt: Double?

    package init(
        bundleID: String, message: String, condition: String, failingSince: Double, failedAt: Double,
        retryAt: Double? = nil
    ) {
        self.bundleID = bundleID
        self.message = message
        self.condition = condition
        self.failingSince = failingSince
        self.failedAt = failedAt
        self.retryAt = retryAt
    }
}
