// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A task of a background URL session as the service lists it.
package struct SessionTaskRecord: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration {
        case waiting, running
        /// The app holds it back.
        case suspended
        /// The app has not taken note of its end.
        case ended
        case unknown
    }

    package var bundleID: String
    package var session: String
    package var task: SessionTask
    package var state: State
    /// Of the file that goes to the server.
    package var sentBytes: Int64
    /// All of that file; nil where none goes.
    package var uploadBytes: Int64?
    package var receivedBytes: Int64
    /// All that comes; nil while the server has not said.
    package var totalBytes: Int64?
    /// What the server has said of what comes, in this run of the service.
    package var answer: SessionAnswer?
    /// Why it does not progress.
    package var waiting: String?
    /// The same in a word.
    package var condition: Explanation.Condition?

    package init(
        bundleID: String, session: String, task: SessionTask, state: State, sentBytes: Int64 = 0,
        receivedBytes: Int64 = 0, totalBytes: Int64? = nil, waiting: String? = nil,
        condition: Explanation.Condition? = nil
    ) {
        self.bundleID = bundleID
        self.session = session
        self.task = task
        self.state = state
        self.sentBytes = sentBytes
        self.receivedBytes = receivedBytes
        self.totalBytes = totalBytes
        self.waiting = waiting
        self.condition = condition
    }
}
