// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is another with background URL sessions at one moment: it is recorded whole, or not at all.
package struct SessionChange: Equatable, Sendable {
    /// A task of an app's session.
    package struct Name: Hashable, Sendable {
        package let bundleID: String
        package let session: String
        package let number: Int64

        package init(bundleID: String, session: String, number: Int64) {
            self.bundleID = bundleID
            self.session = session
            self.number = number
        }
    }

    package var transfers: [StoredSessionTransfer] = []
    package var tasks: [StoredSessionTask] = []
    /// Those that are gone.
    package var removedTransfers: [String] = []
    package var removedTasks: [Name] = []

    package init() {}
}
