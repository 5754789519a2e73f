// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of what is submitted for review together (hosting-api 3.4).
package enum ReviewSubmissionState: String, StateMachine {
    case readyForReview = "READY_FOR_REVIEW"
    case waitingForReview = "WAITING_FOR_REVIEW"
    case inReview = "IN_REVIEW"
    case unresolvedIssues = "UNRESOLVED_ISSUES"
    case canceling = "CANCELING"
    case completing = "COMPLETING"
    case complete = "COMPLETE"

    package enum Event: String, CaseIterable, Sendable {
        /// For the first time, or again when its issues are resolved.
        case submit
        case cancel
        /// A reviewer has begun.
        case beginReview
        /// Every item is accepted.
        case approve
        /// Every item has its verdict, and one at least is rejected.
        case reject
        /// Its last item was removed.
        case empty
        /// All that follows from its end has been done.
        case complete
    }

    package func state(after event: Event) -> ReviewSubmissionState? {
        switch (self, event) {
        case (.readyForReview, .submit), (.unresolvedIssues, .submit): .waitingForReview
        case (.waitingForReview, .cancel), (.inReview, .cancel), (.unresolvedIssues, .cancel): .canceling
        case (.waitingForReview, .beginReview): .inReview
        case (.inReview, .approve), (.unresolvedIssues, .approve): .completing
        case (.inReview, .reject): .unresolvedIssues
        case (.waitingForReview, .empty), (.inReview, .empty), (.unresolvedIssues, .empty): .completing
        case (.canceling, .complete), (.completing, .complete): .complete
        default: nil
        }
    }

    /// Whether it stands in the way of another one of the same app and platform.
    package var isOpen: Bool { self != .complete }
    /// Whether it has been submitted, and has no end yet.
    package var isUnderReview: Bool { isOpen && self != .readyForReview }
}
