// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

/// The states of hosting-api 3: every legal transition, and every illegal one.
@Suite struct StateMachineTests {
    @Test("C12: the states of a version") func version() {
        TransitionTable<VersionState>(legal: [
            .awaitingUpload: [.commit: .processing],
            .processing: [.accept: .complete, .fail: .failed],
        ]).expectAll()
        #expect(VersionState.allCases.filter(\.isFinal) == [.failed, .complete])
    }

    @Test func uploadFile() {
        TransitionTable<UploadFileState>(legal: [
            .awaitingUpload: [.commit: .uploadComplete],
            .uploadComplete: [.accept: .complete, .fail: .failed],
        ]).expectAll()
    }

    @Test("C13: the states for internal testers") func internalBeta() {
        TransitionTable<InternalBetaReleaseState>(legal: [
            .readyForTesting: [.supersede: .superseded],
            .superseded: [.restore: .readyForTesting],
        ]).expectAll()
    }

    @Test("C14: the states for external testers") func externalBeta() {
        TransitionTable<ExternalBetaReleaseState>(legal: [
            .readyForBetaSubmission: [.submit: .waitingForReview],
            .waitingForReview: [.withdraw: .readyForBetaSubmission, .beginReview: .inReview],
            .inReview: [.withdraw: .readyForBetaSubmission, .approve: .processingForTesting, .reject: .rejected],
            .processingForTesting: [.publish: .readyForTesting],
            .readyForTesting: [.supersede: .superseded],
            .superseded: [.restore: .readyForTesting],
        ]).expectAll()
    }

    @Test("C15: the states for everybody") func appStore() {
        TransitionTable<AppStoreReleaseState>(legal: [
            .prepareForSubmission: [.add: .readyForReview],
            .readyForReview: [.withdraw: .prepareForSubmission, .submit: .waitingForReview],
            .waitingForReview: [.withdraw: .prepareForSubmission, .beginReview: .inReview],
            .inReview: [.withdraw: .prepareForSubmission, .accept: .accepted, .reject: .rejected],
            .accepted: [.withdraw: .prepareForSubmission, .approve: .processingForDistribution],
            .rejected: [.withdraw: .prepareForSubmission, .add: .readyForReview],
            .processingForDistribution: [.publish: .readyForDistribution],
            .readyForDistribution: [.supersede: .superseded],
            .superseded: [.restore: .readyForDistribution],
        ]).expectAll()
    }

    @Test func reviewSubmission() {
        TransitionTable<ReviewSubmissionState>(legal: [
            .readyForReview: [.submit: .waitingForReview],
            .waitingForReview: [.cancel: .canceling, .beginReview: .inReview, .empty: .completing],
            .inReview: [.cancel: .canceling, .approve: .completing, .reject: .unresolvedIssues, .empty: .completing],
            .unresolvedIssues: [
                .submit: .waitingForReview, .cancel: .canceling, .approve: .completing, .empty: .completing,
            ],
            .canceling: [.complete: .complete],
            .completing: [.complete: .complete],
        ]).expectAll()
    }

    @Test func reviewItem() {
        TransitionTable<ReviewItemState>(legal: [
            .readyForReview: [.accept: .accepted, .reject: .rejected, .remove: .removed],
            .accepted: [.approve: .approved, .remove: .removed],
            .rejected: [.resolve: .readyForReview, .remove: .removed],
        ]).expectAll()
    }

    @Test func betaReview() {
        TransitionTable<BetaReviewState>(legal: [
            .waitingForReview: [.beginReview: .inReview],
            .inReview: [.approve: .approved, .reject: .rejected],
        ]).expectAll()
    }

    /// Clients have closed enumerations: a value that Apple has not got breaks them.
    @Test func theValuesAreApples() {
        #expect(VersionState.allCases.map(\.rawValue) == ["AWAITING_UPLOAD", "PROCESSING", "FAILED", "COMPLETE"])
        #expect(
            UploadFileState.allCases.map(\.rawValue) == ["AWAITING_UPLOAD", "UPLOAD_COMPLETE", "COMPLETE", "FAILED"])
        #expect(InternalBetaReleaseState.allCases.map(\.rawValue) == ["READY_FOR_TESTING", "SUPERSEDED"])
        #expect(
            ExternalBetaReleaseState.allCases.map(\.rawValue) == [
                "READY_FOR_BETA_SUBMISSION", "WAITING_FOR_REVIEW", "IN_REVIEW", "REJECTED", "PROCESSING_FOR_TESTING",
                "READY_FOR_TESTING", "SUPERSEDED",
            ])
        #expect(
            AppStoreReleaseState.allCases.map(\.rawValue) == [
                "PREPARE_FOR_SUBMISSION", "READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "ACCEPTED", "REJECTED",
                "PROCESSING_FOR_DISTRIBUTION", "READY_FOR_DISTRIBUTION", "SUPERSEDED",
            ])
        #expect(
            ReviewSubmissionState.allCases.map(\.rawValue) == [
                "READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "UNRESOLVED_ISSUES", "CANCELING", "COMPLETING",
                "COMPLETE",
            ])
        #expect(
            ReviewItemState.allCases.map(\.rawValue) == [
                "READY_FOR_REVIEW", "ACCEPTED", "APPROVED", "REJECTED", "REMOVED",
            ])
        #expect(
            BetaReviewState.allCases.map(\.rawValue) == ["WAITING_FOR_REVIEW", "IN_REVIEW", "REJECTED", "APPROVED"])
        #expect(ApplePlatform.allCases.map(\.rawValue) == ["IOS", "MAC_OS", "TV_OS", "VISION_OS"])
    }
}
