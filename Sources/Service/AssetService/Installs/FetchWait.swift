// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Why nothing of the archive of an app comes at the moment: a try failed, and the next one is to come.
struct FetchWait: Sendable {
    let error: String
    let cause: FileFailure.Cause
    /// Since when the tries have failed for that (seconds since 1970).
    let since: Double
    /// When the next one is made (seconds since 1970).
    let nextAttempt: Double

    var words: String { "waiting to go on: \(error)" }

    func explanation(of subject: String) -> Explanation {
        Explanation(
            subject: subject, state: "waiting", condition: Explanation.Condition(cause),
            reason: "waiting for the next try after: \(error)", since: since, endsWhen: cause.endsWhen,
            nextAttempt: nextAttempt)
    }
}
