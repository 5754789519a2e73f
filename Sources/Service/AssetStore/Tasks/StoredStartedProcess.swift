// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A process of an app that the service has started, or resumed, where nobody sees it, and that is there.
package struct StoredStartedProcess: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "startedProcess"

    package var bundleID: String
    package var processID: Int64
    /// Ticks since the system was started.
    package var startedAt: Int64
    /// It is a person's, and is suspended again when it is done.
    package var isResumed: Bool

    package init(bundleID: String, processID: Int64, startedAt: Int64, isResumed: Bool = false) {
        self.bundleID = bundleID
        self.processID = processID
        self.startedAt = startedAt
        self.isResumed = isResumed
    }
}
