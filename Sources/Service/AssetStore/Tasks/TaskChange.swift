// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is another with background tasks at one moment: it is recorded whole, or not at all.
package struct TaskChange: Equatable, Sendable {
    /// The name of a request: an identifier of an app.
    package struct Name: Hashable, Sendable {
        package let bundleID: String
        package let identifier: String

        package init(bundleID: String, identifier: String) {
            self.bundleID = bundleID
            self.identifier = identifier
        }
    }

    /// Requests that wait no more.
    package var withdrawn: [Name] = []
    /// Requests that wait now, in the place of others of their names.
    package var waiting: [StoredTask] = []
    /// Requests that begin again, before what waits by their names.
    package var interrupted: [StoredInterruptedTask] = []
    /// Those of these that have begun again, or are taken back.
    package var resumed: [Name] = []
    /// Runs that have ended.
    package var ended: [Int64] = []
    /// Runs that have begun, or got on.
    package var running: [StoredTaskRun] = []
    /// Runs whose apps have taken back what they have begun.
    package var withdrawnRuns: [Int64] = []
    package var accounts: [StoredTaskAccount] = []
    package var records: [StoredTaskRecord] = []

    package init() {}
}
