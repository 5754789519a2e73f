// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// A download that an app or its extension has scheduled itself, and that has not ended.
package struct StoredFileDownload: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "fileDownload"

    /// The system's name for it.
    package var id: String
    package var bundleID: String
    /// The app's own name for it; one of an app at a time.
    package var identifier: String
    /// What was scheduled, as JSON: request, size and the rest. It may hold secrets.
    package var body: Data
    /// `essential`, `foreground` or `background`.
    package var kind: String
    /// When somebody paused it (seconds since 1970).
    package var pausedAt: Double?
    package var completedBytes: Int64
    /// What the server says; nil when it does not.
    package var totalBytes: Int64?
    package var attempts: Int
    /// Since when it has been failing (seconds since 1970).
    package var failingSince: Double?
    package var nextAttemptAt: Double?
    package var lastError: String?
    /// What kind of failure that was, by a word of the service.
    package var lastCause: String?
    /// Since when that is what it fails with (seconds since 1970).
    package var lastCauseSince: Double?
    package var createdAt: Double

    package init(id: String, bundleID: String, identifier: String, body: Data, kind: String, createdAt: Double) {
        self.id = id
        self.bundleID = bundleID
        self.identifier = identifier
        self.body = body
        self.kind = kind
        completedBytes = 0
        attempts = 0
        self.createdAt = createdAt
    }
}
