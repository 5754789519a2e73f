// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a process of an app is to do about a task.
package struct TaskEvent: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// The subscription stands.
        case subscribed
        case launched
        /// It is to end.
        case expiring
        /// Whether the device saves power is another thing than before: see `Tasks.LowPowerMode`.
        case powerState
        case unknown
    }

    /// Why a task is to end.
    package enum Expiration: String, OpenEnumeration {
        case timeUsedUp
        /// Background refresh was switched off, or what the task needs has gone.
        case conditions
        /// A continued one has told of no progress.
        case noProgress
        /// A person has stopped it.
        case stopped
        /// A tool wants to see it.
        case simulated
        case unknown
    }

    package var kind: Kind
    /// The number of the run; 0 in the first event.
    package var run: Int64
    package var task: BackgroundTask?
    package var expiration: Expiration?
    /// Why it is to end, for a person.
    package var message: String?

    package init(
        _ kind: Kind, run: Int64 = 0, task: BackgroundTask? = nil, expiration: Expiration? = nil, message: String? = nil
    ) {
        self.kind = kind
        self.run = run
        self.task = task
        self.expiration = expiration
        self.message = message
    }
}
