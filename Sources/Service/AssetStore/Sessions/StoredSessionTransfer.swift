// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// A request of a background URL session that is under way, or of which something is kept.
package struct StoredSessionTransfer: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "sessionTransfer"

    /// The system's name for it.
    package var id: String
    package var bundleID: String
    package var session: String
    /// What is asked, as JSON. It may hold secrets.
    package var request: Data
    /// Bytes of the file that goes to the server; nil for none.
    package var uploadSize: Int64?
    /// Its app was not in front when it asked.
    package var createdInBackground: Bool
    /// Seconds since 1970 before which it does not begin.
    package var earliestBegin: Double?
    package var priority: Int
    package var createdAt: Double
    /// Nobody wants it any more, and it is kept until then (seconds since 1970) for who may.
    package var keptUntil: Double?
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

    package init(
        id: String, bundleID: String, session: String, request: Data, uploadSize: Int64?, createdInBackground: Bool,
        earliestBegin: Double?, priority: Int, createdAt: Double
    ) {
        self.id = id
        self.bundleID = bundleID
        self.session = session
        self.request = request
        self.uploadSize = uploadSize
        self.createdInBackground = createdInBackground
        self.earliestBegin = earliestBegin
        self.priority = priority
        self.createdAt = createdAt
        completedBytes = 0
        attempts = 0
    }

    /// What has come of it is gone on with: what kept it from that before is no matter any more.
    package mutating func askAgain(earliestBegin: Double?, priority: Int, createdInBackground: Bool) {
        (self.earliestBegin, self.priority, self.createdInBackground) = (earliestBegin, priority, createdInBackground)
        (failingSince, lastError, lastCause, lastCauseSince, nextAttemptAt, attempts) = (nil, nil, nil, nil, nil, 0)
    }
}
