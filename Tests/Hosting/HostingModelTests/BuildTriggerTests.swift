// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite("What is told of builds") struct BuildTriggerTests {
    private func texts(_ steps: [BuildTrigger.Step]) -> [String] { steps.map { "\($0.old) \($0.new)" } }

    @Test("Web hooks are told of each step of an upload, and of nothing that stays as it is") func uploads() {
        for old in VersionState.allCases {
            for new in VersionState.allCases {
                let steps = BuildTrigger.steps(from: old, to: new)
                #expect(texts(steps) == (old == new ? [] : ["\(old.rawValue) \(new.rawValue)"]))
                #expect(steps.allSatisfy { $0.type == .buildUploadStateUpdated })
                let isTold = old == .processing && [.complete, .failed].contains(new)
                #expect((BuildTrigger.notice(from: old, to: new, problems: []) != nil) == isTold)
            }
        }
    }

    @Test("What is approved for testers is so before they have it, and is that no more when it has expired")
    func externalTest() {
        func steps(_ old: ExternalBetaReleaseState?, _ new: ExternalBetaReleaseState?) -> [String] {
            texts(BuildTrigger.steps(from: old, to: new))
        }
        #expect(steps(nil, .readyForBetaSubmission) == [])
        #expect(
            steps(.readyForBetaSubmission, .waitingForReview) == ["READY_FOR_BETA_SUBMISSION WAITING_FOR_BETA_REVIEW"])
        #expect(steps(.inReview, .rejected) == ["IN_BETA_REVIEW BETA_REJECTED"])
        #expect(
            steps(.inReview, .readyForTesting) == ["IN_BETA_REVIEW BETA_APPROVED", "BETA_APPROVED IN_BETA_TESTING"])
        // App Store Connect knows of no place that is taken.
        #expect(steps(.readyForTesting, .superseded) == [] && steps(.superseded, .readyForTesting) == [])
        #expect(texts(BuildTrigger.expiry(from: .superseded)) == ["IN_BETA_TESTING EXPIRED"])
        #expect(BuildTrigger.expiry(from: nil) == [])
        #expect(BuildTrigger.notice(from: .inReview, to: .readyForTesting) == .readyForExternalTesting)
        #expect(BuildTrigger.notice(from: .inReview, to: ExternalBetaReleaseState.rejected) == .rejected(.externalBeta))
        #expect(BuildTrigger.notice(from: .superseded, to: ExternalBetaReleaseState.readyForTesting) == nil)
        #expect(BuildTrigger.notice(from: .readyForTesting, to: ExternalBetaReleaseState.superseded) == nil)
    }

    @Test("A version of the app is told of by the state of its build") func appStore() {
        func steps(_ old: AppStoreReleaseState?, _ new: AppStoreReleaseState?) -> [String] {
            texts(BuildTrigger.steps(from: old, to: new))
        }
        #expect(steps(nil, .prepareForSubmission) == [])
        #expect(steps(.prepareForSubmission, .readyForReview) == ["PREPARE_FOR_SUBMISSION READY_FOR_REVIEW"])
        #expect(
            steps(.accepted, .readyForDistribution) == [
                "ACCEPTED PROCESSING_FOR_DISTRIBUTION", "PROCESSING_FOR_DISTRIBUTION READY_FOR_DISTRIBUTION",
            ])
        #expect(steps(.readyForDistribution, .superseded) == ["READY_FOR_DISTRIBUTION REPLACED_WITH_NEW_VERSION"])
        #expect(steps(.superseded, .readyForDistribution) == ["REPLACED_WITH_NEW_VERSION READY_FOR_DISTRIBUTION"])
        #expect(BuildTrigger.notice(from: .accepted, to: .readyForDistribution) == .readyForDistribution)
        #expect(BuildTrigger.notice(from: .inReview, to: AppStoreReleaseState.rejected) == .rejected(.appStore))
        #expect(BuildTrigger.notice(from: .rejected, to: AppStoreReleaseState.rejected) == nil)
        #expect(BuildTrigger.notice(from: .superseded, to: AppStoreReleaseState.readyForDistribution) == nil)
    }
}
