// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// How the last download of a pack ended that brought nothing.
package struct StoredPackFailure: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "packFailure"

    package var bundleID: String
    package var packID: String
    /// What happened, as programs tell it apart, and for a person.
    package var code: String
    package var message: String
    /// The kind of the last try's failure; nil when that is not known.
    package var cause: String?
    /// Seconds since 1970.
    package var failedAt: Double

    package init(
        bundleID: String, packID: String, code: String, message: String, cause: String?, failedAt: Double
    ) {
        self.bundleID = bundleID
        self.packID = packID
        self.code = code
        self.message = message
        self.cause = cause
        self.failedAt = failedAt
    }
}
