// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// A notification of an app that waits for its time, or was delivered.
package struct StoredNotification: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "notification"

    package var bundleID: String
    package var identifier: String
    /// `pending` or `delivered`: one that repeats is both.
    package var state: String
    /// As JSON.
    package var request: Data
    /// When its time is, or when it was delivered (seconds since 1970); nil for never.
    package var time: Double?
    /// After when its time is the next one of its trigger (seconds since 1970); nil where that is not known, and of what was delivered.
    package var since: Double?
    /// That of the desktop, which shows it; nil when it is not shown.
    package var number: Int64?
    /// Which one that is, of which bus; nil when that is not known.
    package var server: String?

    package init(
        bundleID: String, identifier: String, state: String, request: Data, time: Double?, since: Double? = nil,
        number: Int64? = nil, server: String? = nil
    ) {
        self.bundleID = bundleID
        self.identifier = identifier
        self.state = state
        self.request = request
        self.time = time
        self.since = since
        self.number = number
        self.server = server
    }
}
