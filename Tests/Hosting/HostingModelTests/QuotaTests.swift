// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct QuotaTests {
    private func version(
        _ number: Int, _ state: VersionState = .complete, internalBeta: InternalBetaReleaseState? = .readyForTesting,
        externalBeta: ExternalBetaReleaseState? = .readyForBetaSubmission,
        appStore: AppStoreReleaseState? = .prepareForSubmission
    ) -> ReleasedVersion {
        ReleasedVersion(
            number: number, state: state, internalBeta: internalBeta, externalBeta: externalBeta, appStore: appStore)
    }

    /// Apple's own example: pack A with 4 GB and 2 GB, pack B with 1 GB, are 5 GB.
    @Test("C16: the largest version of a pack counts, and no sum") func example() {
        let first = Quota.usedBytes(of: [(version(1), 4_000_000_000), (version(2), 2_000_000_000)])
        let second = Quota.usedBytes(of: [(version(1), 1_000_000_000)])
        #expect(first + second == 5_000_000_000)
    }

    @Test(arguments: [VersionState.awaitingUpload, .processing, .failed])
    func whatWasNotProcessedCountsForNothing(_ state: VersionState) {
        let version = version(1, state, internalBeta: nil, externalBeta: nil, appStore: nil)
        #expect(Quota.usedBytes(of: [(version, 7)]) == 0)
    }

    @Test func whatIsSupersededEverywhereCountsForNothing() {
        let gone = version(1, internalBeta: .superseded, externalBeta: .superseded, appStore: .superseded)
        #expect(Quota.usedBytes(of: [(gone, 7), (version(2), 3)]) == 3)
        let inTests = version(1, internalBeta: .superseded, externalBeta: .readyForTesting, appStore: .superseded)
        #expect(Quota.usedBytes(of: [(inTests, 7), (version(2), 3)]) == 7)
        let inStore = version(1, internalBeta: .superseded, externalBeta: .superseded, appStore: .readyForDistribution)
        #expect(Quota.usedBytes(of: [(inStore, 7), (version(2), 3)]) == 7)
    }

    @Test func warnsFromFourFifthsOn() {
        let quota = Quota(limit: 1_000)
        #expect(!quota.isNearlyUsed(by: 799) && quota.isNearlyUsed(by: 800))
        #expect(!quota.isExceeded(by: 1_000) && quota.isExceeded(by: 1_001))
        #expect(Quota().limit == 200_000_000_000)
    }
}
