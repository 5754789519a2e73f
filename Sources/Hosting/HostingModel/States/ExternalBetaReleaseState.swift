// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a version for external testers, who get it after a review (hosting-api 3.3).
package enum ExternalBetaReleaseState: String, StateMachine {
    case readyForBetaSubmission = "READY_FOR_BETA_SUBMISSION"
    case waitingForReview = "WAITING_FOR_REVIEW"
    case inReview = "IN_REVIEW"
    case rejected = "REJECTED"
    case processingForTesting = "PROCESSING_FOR_TESTING"
    case readyForTesting = "READY_FOR_TESTING"
    case superseded = "SUPERSEDED"

    package enum Event: String, CaseIterable, Sendable {
        case submit
        /// The submission is taken back.
        case withdraw
        /// A reviewer has begun.
        case beginReview
        case approve
        case reject
        /// It is on its way to the testers no longer: it is there.
        case publish
        /// Another version has taken its place.
        case supersede
        /// It takes the place back (a roll-back, which App Store Connect has not got).
        case restore
    }

    package func state(after event: Event) -> ExternalBetaReleaseState? {
        switch (self, event) {
        case (.readyForBetaSubmission, .submit): .waitingForReview
        case (.waitingForReview, .withdraw), (.inReview, .withdraw): .readyForBetaSubmission
        case (.waitingForReview, .beginReview): .inReview
        case (.inReview, .approve): .processingForTesting
        case (.inReview, .reject): .rejected
        case (.processingForTesting, .publish): .readyForTesting
        case (.readyForTesting, .supersede): .superseded
        case (.superseded, .restore): .readyForTesting
        default: nil
        }
    }

    /// What App Store Connect calls it of a build. It has no name for one whose place another has taken: testers can go back
    /// to it.
    package var externalBuildState: String {
        switch self {
        case .readyForBetaSubmission: "READY_FOR_BETA_SUBMISSION"
        case .waitingForReview: "WAITING_FOR_BETA_REVIEW"
        case .inReview: "IN_BETA_REVIEW"
        case .rejected: "BETA_REJECTED"
        case .processingForTesting: "BETA_APPROVED"
        case .readyForTesting, .superseded: "IN_BETA_TESTING"
        }
    }

    /// Whether it is somewhere between submission and verdict: of a pack only one version is at a time.
    package var isUnderReview: Bool { self == .waitingForReview || self == .inReview }
}
