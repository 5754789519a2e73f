// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a submission for the external test, as betaAppReviewSubmissions tells it.
package enum BetaReviewState: String, StateMachine {
    case waitingForReview = "WAITING_FOR_REVIEW"
    case inReview = "IN_REVIEW"
    case rejected = "REJECTED"
    case approved = "APPROVED"

    package enum Event: String, CaseIterable, Sendable {
        case beginReview
        case approve
        case reject
    }

    package func state(after event: Event) -> BetaReviewState? {
        switch (self, event) {
        case (.waitingForReview, .beginReview): .inReview
        case (.inReview, .approve): .approved
        case (.inReview, .reject): .rejected
        default: nil
        }
    }
}
