// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

/// Which version of a pack is active where.
@Suite struct PackReleasesTests {
    /// A pack with as many processed versions.
    private func pack(_ count: Int) throws -> PackReleases {
        var pack = PackReleases()
        for _ in 0..<count {
            let number = pack.add().number
            try pack.commit(number)
            _ = try pack.complete(number)
        }
        return pack
    }

    private func release(_ number: Int, in context: ReleaseContext, _ pack: inout PackReleases, percentage: Int = 100)
        throws
    {
        if context == .externalBeta {
            for event in [ExternalBetaReleaseState.Event.submit, .beginReview, .approve] {
                _ = try pack.apply(event, to: number)
            }
        } else {
            for event in [AppStoreReleaseState.Event.add, .submit, .beginReview, .accept, .approve] {
                _ = try pack.apply(event, to: number)
            }
        }
        try pack.setRolloutStart(percentage, in: context)
        _ = try pack.publish(number, in: context)
    }

    private func active(_ pack: PackReleases) -> [ReleaseContext: Int] {
        var numbers: [ReleaseContext: Int] = [:]
        for context in ReleaseContext.allCases { numbers[context] = pack.active(in: context)?.number }
        return numbers
    }

    @Test("C12: a processed version is ready for internal testing at once") func completion() throws {
        var pack = PackReleases()
        #expect(pack.add().number == 1)
        #expect(throws: ReleaseError.notProcessed(number: 1, state: .awaitingUpload)) {
            try pack.apply(ExternalBetaReleaseState.Event.submit, to: 1)
        }
        try pack.commit(1)
        #expect(active(pack) == [:])
        #expect(
            try pack.complete(1) == [
                ReleaseChange(context: .internalBeta, version: 1, oldState: nil, newState: "READY_FOR_TESTING"),
                ReleaseChange(context: .externalBeta, version: 1, oldState: nil, newState: "READY_FOR_BETA_SUBMISSION"),
                ReleaseChange(context: .appStore, version: 1, oldState: nil, newState: "PREPARE_FOR_SUBMISSION"),
            ])
        #expect(active(pack) == [.internalBeta: 1])
    }

    @Test("C12: what fails is repeated as a new version") func failure() throws {
        var pack = PackReleases()
        _ = pack.add()
        try pack.commit(1)
        try pack.fail(1)
        #expect(pack[1]?.state == .failed && active(pack) == [:])
        #expect(throws: ReleaseError.self) { try pack.commit(1) }
        #expect(throws: ReleaseError.self) { try pack.complete(1) }
        #expect(pack.add().number == 2)
    }

    @Test("C13: each context has its own active version, and a newer one supersedes it there only") func contexts()
        throws
    {
        var pack = try pack(3)
        try release(1, in: .appStore, &pack)
        try release(2, in: .externalBeta, &pack)
        #expect(active(pack) == [.internalBeta: 3, .externalBeta: 2, .appStore: 1])
        try release(3, in: .appStore, &pack)
        #expect(active(pack) == [.internalBeta: 3, .externalBeta: 2, .appStore: 3])
        #expect(pack[1]?.appStore == .superseded && pack[1]?.externalBeta == .readyForBetaSubmission)
    }

    @Test func aPublicationTellsWhatItReplaces() throws {
        var pack = try pack(2)
        try release(1, in: .externalBeta, &pack)
        for event in [ExternalBetaReleaseState.Event.submit, .beginReview, .approve] {
            _ = try pack.apply(event, to: 2)
        }
        #expect(
            try pack.publish(2, in: .externalBeta) == [
                ReleaseChange(
                    context: .externalBeta, version: 1, oldState: "READY_FOR_TESTING", newState: "SUPERSEDED"),
                ReleaseChange(
                    context: .externalBeta, version: 2, oldState: "PROCESSING_FOR_TESTING",
                    newState: "READY_FOR_TESTING"),
            ])
    }

    /// Workers are many: the second upload may be done before the first.
    @Test func anOlderVersionThatIsProcessedLaterSupersedesNothing() throws {
        var pack = PackReleases()
        for _ in 0..<2 { try pack.commit(pack.add().number) }
        _ = try pack.complete(2)
        let changes = try pack.complete(1)
        #expect(
            changes.first == ReleaseChange(context: .internalBeta, version: 1, oldState: nil, newState: "SUPERSEDED"))
        #expect(active(pack) == [.internalBeta: 2])
    }

    @Test("C14: one version of a pack is reviewed for external testing at a time") func oneUnderReview() throws {
        var pack = try pack(2)
        _ = try pack.apply(ExternalBetaReleaseState.Event.submit, to: 1)
        #expect(throws: ReleaseError.otherVersionUnderReview(number: 2, other: 1)) {
            try pack.apply(ExternalBetaReleaseState.Event.submit, to: 2)
        }
        _ = try pack.apply(ExternalBetaReleaseState.Event.withdraw, to: 1)
        _ = try pack.apply(ExternalBetaReleaseState.Event.submit, to: 2)
    }

    @Test func aContextIsRolledBackAndGoesOn() throws {
        var pack = try pack(3)
        try release(1, in: .appStore, &pack)
        try release(2, in: .appStore, &pack)
        #expect(
            try pack.pin(1, in: .appStore) == [
                ReleaseChange(
                    context: .appStore, version: 2, oldState: "READY_FOR_DISTRIBUTION", newState: "SUPERSEDED"),
                ReleaseChange(
                    context: .appStore, version: 1, oldState: "SUPERSEDED", newState: "READY_FOR_DISTRIBUTION"),
            ])
        // What is approved meanwhile waits.
        try release(3, in: .appStore, &pack)
        #expect(active(pack)[.appStore] == 1 && pack[3]?.appStore == .superseded)
        #expect(try pack.unpin(.appStore).map(\.version) == [1, 3])
        #expect(active(pack)[.appStore] == 3)
        #expect(try pack.unpin(.appStore) == [])
    }

    @Test func testersCanBeHeldAtAVersion() throws {
        var pack = try pack(1)
        #expect(try pack.pin(1, in: .internalBeta) == [])
        _ = pack.add()
        try pack.commit(2)
        _ = try pack.complete(2)
        #expect(active(pack)[.internalBeta] == 1)
        _ = try pack.unpin(.internalBeta)
        #expect(active(pack)[.internalBeta] == 2)
    }

    @Test func nothingIsPinnedThatNeverWasThere() throws {
        var pack = try pack(2)
        #expect(throws: ReleaseError.neverActive(number: 1, context: .appStore)) { try pack.pin(1, in: .appStore) }
        #expect(throws: ReleaseError.versionNotFound(7)) { try pack.pin(7, in: .appStore) }
        #expect(pack.pins.isEmpty)
    }

    @Test func aPhasedReleaseGrows() throws {
        var pack = try pack(2)
        try release(1, in: .appStore, &pack)
        try release(2, in: .appStore, &pack, percentage: 20)
        let devices = (0..<1000).map { "device-\($0)" }
        func those(with number: Int) -> Set<String> {
            Set(devices.filter { pack.version(for: $0, appVersion: nil, in: .appStore, of: "Pack")?.number == number })
        }
        let first = those(with: 2)
        #expect((150...250).contains(first.count) && those(with: 1).count == 1000 - first.count)
        // One that does not tell who it is comes last.
        #expect(pack.version(for: nil, appVersion: nil, in: .appStore, of: "Pack")?.number == 1)
        try pack.setRollout(60, in: .appStore)
        let second = those(with: 2)
        #expect((550...650).contains(second.count) && second.isSuperset(of: first))
        try pack.setRollout(100, in: .appStore)
        #expect(those(with: 2).count == 1000)
        #expect(throws: ReleaseError.noRollout(.appStore)) { try pack.setRollout(50, in: .appStore) }
    }

    /// How many of a thousand devices have each version.
    private func shares(_ pack: PackReleases) -> [Int: Set<String>] {
        let devices = (0..<1000).map { "device-\($0)" }
        return Dictionary(
            grouping: devices,
            by: { pack.version(for: $0, appVersion: nil, in: .appStore, of: "Pack")?.number ?? 0 }
        ).mapValues(Set.init)
    }

    @Test("What went to some devices is never given to all by the release after it, and is not taken from them")
    func phasedReleasesInTurn() throws {
        var pack = try pack(4)
        try release(1, in: .appStore, &pack)
        // There is none before it that the others could keep.
        #expect(pack.rollouts.isEmpty)
        try release(2, in: .appStore, &pack, percentage: 20)
        let first = shares(pack)
        try release(3, in: .appStore, &pack, percentage: 0)
        let second = shares(pack)
        #expect(second[3] == first[2] && second[1] == first[1] && second.count == 2)
        #expect(pack.rollout(in: .appStore)?.previous == 1)
        try release(4, in: .appStore, &pack, percentage: 60)
        let third = shares(pack)
        #expect(try #require(third[4]).isSuperset(of: try #require(first[2])))
        #expect(third[1]?.count == 1000 - (third[4]?.count ?? 0) && (350...450).contains(third[1]?.count ?? 0))
    }

    @Test("A share only grows, and a roll-back takes a version from all") func phasedReleaseTakenBack() throws {
        var pack = try pack(4)
        try release(1, in: .appStore, &pack)
        try release(2, in: .appStore, &pack, percentage: 20)
        let rollout = try #require(pack.rollout(in: .appStore))
        #expect(throws: ReleaseError.percentageInvalid(101)) { try pack.setRollout(101, in: .appStore) }
        #expect(throws: ReleaseError.rolloutShrinks(rollout)) { try pack.setRollout(10, in: .appStore) }
        let before = shares(pack)
        _ = try pack.pin(1, in: .appStore)
        #expect(pack.rollout(in: .appStore) == nil && shares(pack).keys.sorted() == [1])
        #expect(throws: ReleaseError.noRollout(.appStore)) { try pack.setRollout(50, in: .appStore) }
        // It goes on where it was.
        _ = try pack.unpin(.appStore)
        #expect(shares(pack) == before && pack.rollout(in: .appStore) == rollout)
        // What is released meanwhile begins as releases do.
        _ = try pack.pin(1, in: .appStore)
        try release(3, in: .appStore, &pack, percentage: 10)
        #expect(shares(pack).keys.sorted() == [1])
        _ = try pack.unpin(.appStore)
        #expect(pack.rollout(in: .appStore) == Rollout(version: 3, previous: 1, percentage: 10))
        // Held where it is, it goes on.
        _ = try pack.pin(3, in: .appStore)
        try pack.setRollout(30, in: .appStore)
        let held = shares(pack)
        try release(4, in: .appStore, &pack, percentage: 0)
        #expect(shares(pack) == held)
        _ = try pack.unpin(.appStore)
        #expect(
            pack.rollout(in: .appStore) == Rollout(version: 4, previous: 1, percentage: 30, series: 3))
        #expect(shares(pack)[4] == held[3])
        // What all have got is for all again.
        try pack.setRollout(100, in: .appStore)
        _ = try pack.pin(2, in: .appStore)
        _ = try pack.pin(1, in: .appStore)
        #expect(shares(pack).keys.sorted() == [1])
        _ = try pack.unpin(.appStore)
        #expect(shares(pack).keys.sorted() == [4] && pack.rollouts.isEmpty)
    }

    @Test("C15: a context that is let go takes no device back behind what it was held at") func letGo() throws {
        var pack = try pack(3)
        for number in 1...2 { try release(number, in: .appStore, &pack) }
        _ = try pack.pin(1, in: .appStore)
        try release(3, in: .appStore, &pack, percentage: 20)
        _ = try pack.unpin(.appStore)
        #expect(pack.rollout(in: .appStore) == Rollout(version: 3, previous: 1, percentage: 20))
        _ = try pack.pin(2, in: .appStore)
        #expect(shares(pack).keys.sorted() == [2])
        _ = try pack.unpin(.appStore)
        #expect(shares(pack).keys.sorted() == [2, 3])
        #expect(pack.rollout(in: .appStore) == Rollout(version: 3, previous: 2, percentage: 20))
        // Also where that was for some before, and all had it while it was held.
        pack = try self.pack(3)
        try release(1, in: .appStore, &pack)
        for number in 2...3 { try release(number, in: .appStore, &pack, percentage: 20) }
        #expect(shares(pack).keys.sorted() == [1, 3])
        _ = try pack.pin(2, in: .appStore)
        #expect(shares(pack).keys.sorted() == [2])
        _ = try pack.unpin(.appStore)
        #expect(shares(pack).keys.sorted() == [2, 3])
    }

    @Test func anOlderAppGetsTheNewestVersionThatIsForIt() throws {
        var pack = try pack(3)
        for number in 1...3 { try release(number, in: .appStore, &pack) }
        try pack.limit(2, to: AppVersionRange(lowest: AppVersionNumber("1.5")))
        try pack.limit(3, to: AppVersionRange(lowest: AppVersionNumber("2.0")))
        func number(_ appVersion: String?) -> Int? {
            pack.version(
                for: "device", appVersion: appVersion.flatMap(AppVersionNumber.init), in: .appStore, of: "Pack")?.number
        }
        #expect(number("2") == 3 && number("10.1") == 3)
        #expect(number("1.10") == 2 && number("1.5.0") == 2)
        #expect(number("1.4.9") == 1)
        // What is for some only does not go to one that does not tell.
        #expect(number(nil) == 1)
        try pack.limit(1, to: AppVersionRange(highest: AppVersionNumber("1.2")))
        #expect(number("1.4.9") == nil)
    }
}
