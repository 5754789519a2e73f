// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of one item of a submission.
package enum ReviewItemState: String, StateMachine {
    case readyForReview = "READY_FOR_REVIEW"
    /// Approved, while other items of the submission are not.
    case accepted = "ACCEPTED"
    /// Approved with the whole submission.
    case approved = "APPROVED"
    case rejected = "REJECTED"
    case removed = "REMOVED"

    package enum Event: String, CaseIterable, Sendable {
        case accept
        case reject
        /// The whole submission is approved.
        case approve
        /// What its reviewer objected to is said to be mended.
        case resolve
        case remove
    }

    package func state(after event: Event) -> ReviewItemState? {
        switch (self, event) {
        case (.readyForReview, .accept): .accepted
        case (.readyForReview, .reject): .rejected
        case (.accepted, .approve): .approved
        case (.rejected, .resolve): .readyForReview
        case (.readyForReview, .remove), (.accepted, .remove), (.rejected, .remove): .removed
        default: nil
        }
    }
}
