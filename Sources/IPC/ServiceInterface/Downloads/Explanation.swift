// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The reason for a wait: the condition, since when, and what would end it.
package struct Explanation: Codable, Equatable, Sendable {
    package var subject: String
    package var state: String
    /// What keeps it there, for programs; nil of what waits for nothing, and of an older service.
    package var condition: Condition?
    /// The same for people, with the names and figures of the case.
    package var reason: String
    /// Seconds since 1970.
    package var since: Double?
    package var endsWhen: String?
    /// Seconds since 1970 of the next attempt.
    package var nextAttempt: Double?

    package init(
        subject: String, state: String, condition: Condition?, reason: String, since: Double? = nil,
        endsWhen: String? = nil, nextAttempt: Double? = nil
    ) {
        self.subject = subject
        self.state = state
        self.condition = condition
        self.reason = reason
        self.since = since
        self.endsWhen = endsWhen
        self.nextAttempt = nextAttempt
    }
}
