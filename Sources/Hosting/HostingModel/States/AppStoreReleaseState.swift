// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a version for everybody (hosting-api 3.4).
package enum AppStoreReleaseState: String, StateMachine {
    case prepareForSubmission = "PREPARE_FOR_SUBMISSION"
    case readyForReview = "READY_FOR_REVIEW"
    case waitingForReview = "WAITING_FOR_REVIEW"
    case inReview = "IN_REVIEW"
    /// Approved, while other items of the submission are not.
    case accepted = "ACCEPTED"
    case rejected = "REJECTED"
    case processingForDistribution = "PROCESSING_FOR_DISTRIBUTION"
    case readyForDistribution = "READY_FOR_DISTRIBUTION"
    case superseded = "SUPERSEDED"

    package enum Event: String, CaseIterable, Sendable {
        /// It becomes an item of a submission that is not submitted yet.
        case add
        /// It leaves its submission, or that is cancelled.
        case withdraw
        /// Its submission is submitted, or submitted again.
        case submit
        /// A reviewer has begun.
        case beginReview
        /// It is approved by itself.
        case accept
        case reject
        /// The whole submission is approved.
        case approve
        /// It is on its way to the devices no longer: it is there.
        case publish
        /// Another version has taken its place.
        case supersede
        /// It takes the place back (a roll-back, which App Store Connect has not got).
        case restore
    }

    package func state(after event: Event) -> AppStoreReleaseState? {
        switch (self, event) {
        case (.prepareForSubmission, .add): .readyForReview
        case (.readyForReview, .withdraw), (.waitingForReview, .withdraw), (.inReview, .withdraw),
            (.accepted, .withdraw),
            (.rejected, .withdraw):
            .prepareForSubmission
        case (.readyForReview, .submit): .waitingForReview
        case (.waitingForReview, .beginReview): .inReview
        case (.inReview, .accept): .accepted
        case (.inReview, .reject): .rejected
        // What its reviewer objected to is said to be mended.
        case (.rejected, .add): .readyForReview
        case (.accepted, .approve): .processingForDistribution
        case (.processingForDistribution, .publish): .readyForDistribution
        case (.readyForDistribution, .supersede): .superseded
        case (.superseded, .restore): .readyForDistribution
        default: nil
        }
    }

    /// What App Store Connect calls it of a version of an app.
    package var appVersionState: String { self == .superseded ? "REPLACED_WITH_NEW_VERSION" : rawValue }

    /// Whether it is an item of a submission that has not ended.
    package var isInSubmission: Bool {
        switch self {
        case .readyForReview, .waitingForReview, .inReview, .accepted, .rejected: true
        case .prepareForSubmission, .processingForDistribution, .readyForDistribution, .superseded: false
        }
    }
}
