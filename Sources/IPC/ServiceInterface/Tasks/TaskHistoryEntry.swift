// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What was decided about a task, or has become of it.
package struct TaskHistoryEntry: Codable, Equatable, Sendable {
    package var bundleID: String
    package var identifier: String
    /// The number of the run that it is about.
    package var run: Int64?
    /// Seconds since 1970.
    package var time: Double
    /// In a word.
    package var event: String
    /// For a person.
    package var detail: String?

    package init(
        bundleID: String, identifier: String, run: Int64? = nil, time: Double, event: String, detail: String? = nil
    ) {
        self.bundleID = bundleID
        self.identifier = identifier
        self.run = run
        self.time = time
        self.event = event
        self.detail = detail
    }
}
