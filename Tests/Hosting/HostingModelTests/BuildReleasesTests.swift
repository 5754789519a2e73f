// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite("How builds reach devices") struct BuildReleasesTests {
    private let time = Timestamp(milliseconds: 1_000)
    private let later = Timestamp(milliseconds: 2_000)

    @Test("Nothing happens to a build that has not been processed") func notProcessed() {
        var releases = BuildReleases()
        #expect(throws: BuildError.notProcessed) {
            _ = try releases.apply(ExternalBetaReleaseState.Event.submit, at: time)
        }
        #expect(throws: BuildError.notProcessed) { _ = try releases.apply(AppStoreReleaseState.Event.add, at: time) }
        #expect(throws: BuildError.neverReleased(.internalBeta)) { try releases.restore(in: .internalBeta, at: time) }
        #expect(ReleaseContext.allCases.allSatisfy { !releases.isActive(in: $0) })
    }

    @Test("C13: internal testers have it at once, the others when it is approved") func contexts() throws {
        var releases = BuildReleases()
        releases.begin(at: time)
        #expect(releases.isActive(in: .internalBeta) && releases.releasedAt == [.internalBeta: time])
        for event in [ExternalBetaReleaseState.Event.submit, .beginReview] {
            #expect(try !releases.apply(event, at: later))
        }
        #expect(!releases.isActive(in: .externalBeta))
        #expect(try releases.apply(ExternalBetaReleaseState.Event.approve, at: later))
        #expect(releases.isActive(in: .externalBeta) && releases.releasedAt[.externalBeta] == later)
        for event in [AppStoreReleaseState.Event.add, .submit, .beginReview, .accept] {
            #expect(try !releases.apply(event, at: later))
        }
        #expect(try releases.apply(AppStoreReleaseState.Event.approve, at: later))
        #expect(releases.isActive(in: .appStore) && releases.releasedAt[.appStore] == later)
        #expect(throws: BuildError.self) { _ = try releases.apply(AppStoreReleaseState.Event.add, at: later) }
    }

    @Test("Its place is taken, and taken back, in each context by itself", arguments: ReleaseContext.allCases)
    func places(_ context: ReleaseContext) throws {
        var releases = BuildReleases(
            internalBeta: .readyForTesting, externalBeta: .readyForTesting, appStore: .readyForDistribution,
            releasedAt: [.internalBeta: time, .externalBeta: time, .appStore: time])
        try releases.supersede(in: context)
        #expect(
            ReleaseContext.allCases.filter { releases.isActive(in: $0) }
                == ReleaseContext.allCases.filter { $0 != context })
        #expect(throws: BuildError.self) { try releases.supersede(in: context) }
        try releases.restore(in: context, at: later)
        #expect(releases.isActive(in: context) && releases.releasedAt[context] == later)
        // Nothing changes for what is there.
        try releases.restore(in: context, at: time)
        #expect(releases.releasedAt[context] == later)
    }
}
