// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why something cannot happen to a submission.
package enum ReviewError: Error, Equatable, Sendable, CustomStringConvertible {
    case illegal(IllegalTransition)
    /// Items are added before it is submitted only.
    case submitted(ReviewSubmissionState)
    case itemNotFound(String)
    case empty
    case duplicate(ReviewSubject)
    /// Of a pack, one version at a time can be looked at.
    case otherVersionOfPack(packID: String)
    case tooManyPacks(limit: Int)
    /// Of an app and platform one submission at a time is put together, and one at a time is reviewed.
    case otherSubmission(id: String, ReviewSubmissionState)
    /// What is to be an item is one of another submission.
    case inOtherSubmission(ReviewSubject)
    /// It is not for the platform that the submission is for; nil for Linux.
    case otherPlatform(ApplePlatform?)
    /// Nobody decides on what was submitted by the same person.
    case ownSubmission
    /// A pack of which the submission has nothing without a verdict.
    case notWaiting(pack: String)
    /// What a reviewer objected to is neither mended nor taken out.
    case unresolved(itemID: String)

    package var description: String {
        switch self {
        case .illegal(let transition): "\(transition)"
        case .submitted(let state): "items cannot be added to a submission that is \(state.rawValue)"
        case .itemNotFound(let id): "the submission has no item \(id)"
        case .empty: "a submission without items cannot be submitted: add what is to be reviewed"
        case .duplicate: "it is an item of this submission already"
        case .otherVersionOfPack: "another version of this asset pack is an item of this submission already"
        case .tooManyPacks(let limit): "a submission takes \(limit) asset packs at most: use another one for the rest"
        case .otherSubmission(let id, let state):
            "the submission \(id) of this app and platform is \(state.rawValue): \(Self.wayOut(of: state))"
        case .inOtherSubmission:
            "it is an item of another submission, or was released by one: a new version can be submitted"
        case .otherPlatform(let platform):
            "it is not for \(platform?.rawValue ?? "Linux"), the platform of the submission"
        case .ownSubmission:
            "the review policy of the app is four-eyes: another person decides on what you have submitted"
        case .notWaiting(let pack):
            "nothing of the asset pack '\(pack)' waits for a verdict in this submission: it has one, or is not in it"
        case .unresolved(let id): "the rejected item \(id) has to be resolved or removed before the submission goes on"
        }
    }

    /// What to do with a submission that stands in the way of another one.
    private static func wayOut(of state: ReviewSubmissionState) -> String {
        switch state {
        case .readyForReview: "use that one, or remove its items"
        case .unresolvedIssues: "resolve what was rejected, or cancel it"
        case .waitingForReview, .inReview, .canceling, .completing, .complete: "wait until it has ended, or cancel it"
        }
    }
}
