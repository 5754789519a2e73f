// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("What is published, in storage", .timeLimit(.minutes(2))) struct HostPublishingTests {
    private func published(
        _ world: HostWorld, in context: ReleaseContext = .internalBeta, for device: String? = nil,
        appVersion: String? = nil
    ) async throws -> Published {
        let state = try #require(
            try await world.store.publicationState(bundleID: "com.example.game", for: .context(context)))
        return Published(
            versions: state.versions(for: device, appVersion: appVersion.flatMap(AppVersionNumber.init)), state: state)
    }

    /// What a device gets.
    private struct Published {
        let versions: [PublishedVersion]
        let state: PublicationState
        var sequence: Int64 { state.sequence }
    }

    private func numbers(_ published: Published) -> [String] {
        published.versions.map { "\($0.packIdentifier) \($0.number)" }
    }

    @Test(
        "C15: each context has its own versions, and the sequence rises with each change",
        arguments: DatabaseKind.allCases)
    func contexts(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            #expect(
                try await world.store.publicationState(bundleID: "com.example.game", for: .context(.appStore)) == nil)
            let app = try await world.app()
            #expect(try await published(world).versions.isEmpty)
            let pack = try await world.store.createPack(appID: app.id, identifier: "B")
            let other = try await world.store.createPack(appID: app.id, identifier: "A")
            let first = try await world.processedVersion(of: pack)
            _ = try await world.processedVersion(of: other)
            try await world.approve(first)
            let before = try await published(world, in: .appStore)
            #expect(numbers(before) == ["B 1"] && before.state.app == app)
            #expect(numbers(try await published(world)) == ["A 1", "B 1"])
            _ = try await world.processedVersion(of: pack)
            let after = try await published(world)
            #expect(numbers(after) == ["A 1", "B 2"])
            #expect(after.sequence > before.sequence)
            #expect(numbers(try await published(world, in: .appStore)) == ["B 1"])
            #expect(numbers(try await published(world, in: .externalBeta)) == [])
            _ = try await world.store.setArchived(true, pack: pack.id)
            let last = try await published(world)
            let sequences = try await world.store.publicationSequences(of: ["com.example.game", "com.example.other"])
            #expect(sequences == ["com.example.game": last.sequence])
            #expect(numbers(last) == ["A 1"] && last.state.archived == ["B"] && last.sequence > after.sequence)
        }
    }

    @Test("A version that is for some apps or devices goes to these alone", arguments: DatabaseKind.allCases)
    func someDevices(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.processedVersion()
            try await world.approve(first)
            let second = try await world.processedVersion(of: first.pack)
            try await world.approve(second)
            _ = try await world.store.changeReleases(ofVersion: second.version.id) {
                (releases, number) throws(ReleaseError) in
                try releases.limit(number, to: AppVersionRange(lowest: AppVersionNumber("2.0")))
                return []
            }
            #expect(numbers(try await published(world, in: .appStore)) == ["A 1"])
            #expect(numbers(try await published(world, in: .appStore, appVersion: "1.9")) == ["A 1"])
            #expect(numbers(try await published(world, in: .appStore, appVersion: "2.1")) == ["A 2"])
        }
    }

    @Test(
        "C15: what was replaced can still be fetched, and what never was there, or was taken back, cannot",
        arguments: DatabaseKind.allCases)
    func earlierVersions(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.processedVersion()
            _ = try await world.processedVersion(of: first.pack)
            func found(_ number: Int, _ context: ReleaseContext = .internalBeta, pack: String = "A") async throws
                -> Int?
            {
                try await world.store.publishedVersion(
                    number, ofPack: pack, bundleID: "com.example.game", for: .context(context))?.version.number
            }
            #expect(try await found(1) == 1)
            #expect(try await found(2) == 2)
            #expect(try await found(3) == nil)
            #expect(try await found(1, .appStore) == nil)
            #expect(try await found(1, pack: "B") == nil)
            _ = try await world.store.setArchived(true, pack: first.pack.id)
            #expect(try await found(1) == nil)
        }
    }

    @Test(
        "C13: whoever reviews gets what is submitted, and the rest as others have it, until there is a verdict",
        arguments: DatabaseKind.allCases)
    func reviewers(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let pack = try await world.store.createPack(appID: app.id, identifier: "A")
            let other = try await world.store.createPack(appID: app.id, identifier: "B")
            for pack in [pack, other] { try await world.approve(try await world.processedVersion(of: pack)) }
            let second = try await world.processedVersion(of: pack)
            _ = try await world.store.change(.appStore, ofPack: pack.id, [.pin(1)])
            func get(_ audience: Audience) async throws -> [String]? {
                try await world.store.publicationState(bundleID: app.bundleID, for: audience)?.versions()
                    .map { "\($0.packIdentifier) \($0.number)" }
            }
            func canFetch(_ number: Int, _ audience: Audience) async throws -> Bool {
                try await world.store.publishedVersion(number, ofPack: "A", bundleID: app.bundleID, for: audience)
                    != nil
            }
            let id = try await world.submitted([second])
            let reviewer = Audience.review(submissionID: id)
            #expect(try await get(reviewer) == ["A 2", "B 1"])
            #expect(try await get(.context(.appStore)) == ["A 1", "B 1"])
            #expect(try await canFetch(2, reviewer))
            #expect(try await canFetch(1, reviewer))
            #expect(try await !canFetch(2, .context(.appStore)))
            // Of another app, and none at all.
            let stranger = try await world.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            #expect(try await world.store.publicationState(bundleID: stranger.bundleID, for: reviewer) == nil)
            #expect(try await get(.review(submissionID: "x")) == nil)
            // What has its verdict is not to be looked at any more, until it is said to be mended.
            _ = try await world.store.change(reviewID: id, .beginReview, by: "rev")
            let item = try #require(try await world.store.review(id)?.items.first).id
            _ = try await world.store.change(itemID: item, .decide(accepts: false), by: "rev", message: "no")
            #expect(try await get(reviewer) == ["A 1", "B 1"])
            _ = try await world.store.change(itemID: item, .resolve, by: "dev")
            #expect(try await get(reviewer) == ["A 2", "B 1"])
            let before = try #require(
                try await world.store.publicationState(bundleID: app.bundleID, for: reviewer)
            ).sequence
            // What is taken back is not to be had any more, and everybody who has seen it hears of that.
            _ = try await world.store.change(reviewID: id, .cancel, by: "dev")
            let after = try #require(try await world.store.publicationState(bundleID: app.bundleID, for: reviewer))
            #expect(after.versions().map(\.number) == [1, 1] && after.sequence > before)
            #expect(try await !canFetch(2, reviewer))
            let beta = try await world.store.submitForBeta(.packVersion(second.version.id), by: "dev").review.id
            #expect(try await get(.review(submissionID: beta)) == ["A 2"])
            #expect(try await get(.context(.externalBeta)) == [])
            _ = try await world.store.change(betaReviewID: beta, .beginReview, by: "rev")
            _ = try await world.store.change(betaReviewID: beta, .reject, by: "rev")
            #expect(try await get(.review(submissionID: beta)) == [])
        }
    }
}
