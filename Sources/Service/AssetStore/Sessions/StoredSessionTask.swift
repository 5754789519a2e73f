// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// A task of a background URL session that has not ended, or whose end its app has not taken note of.
package struct StoredSessionTask: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "sessionTask"

    package var bundleID: String
    package var session: String
    /// The app's own.
    package var number: Int64
    /// What was asked for, as JSON. It may hold secrets.
    package var body: Data
    /// The request that brings what it wants; nil when it has ended.
    package var transferID: String?
    package var isSuspended: Bool
    package var createdAt: Double
    /// How it has ended, as JSON; nil while it has not.
    package var ending: Data?

    package init(
        bundleID: String, session: String, number: Int64, body: Data, transferID: String?, isSuspended: Bool,
        createdAt: Double, ending: Data? = nil
    ) {
        self.bundleID = bundleID
        self.session = session
        self.number = number
        self.body = body
        self.transferID = transferID
        self.isSuspended = isSuspended
        self.createdAt = createdAt
        self.ending = ending
    }
}
