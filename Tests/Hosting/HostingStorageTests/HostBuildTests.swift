// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Builds of apps in storage", .timeLimit(.minutes(2))) struct HostBuildTests {
    private func published(_ context: ReleaseContext, _ world: HostWorld) async throws -> [String]? {
        try await world.store.publishedBuilds(bundleID: "com.example.game", for: .context(context))?.builds.map(\.id)
    }

    @Test("C11: a build is uploaded in parts, committed once, and processed", arguments: DatabaseKind.allCases)
    func upload(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let build = try await world.store.createBuild(appID: app.id, fileName: "Game.tar", size: 2_500)
            #expect(build.state == .awaitingUpload && build.upload.partCount == 3)
            let bytes = (0..<2_500).map { UInt8(truncatingIfNeeded: $0) }
            try await world.put(bytes, build.upload, parts: [1, 3])
            #expect(try await world.store.awaitedUpload(build.id)?.upload == build.upload)
            let early = await world.refusal { _ = try await world.store.commitBuild(build.id) }
            #expect(early == .partsMissing(name: "Game.tar", missing: [2], count: 3))
            try await world.put(bytes, build.upload, parts: [2])
            #expect(try await world.store.commitBuild(build.id).state == .processing)
            #expect(try await world.store.awaitedUpload(build.id) == nil)
            let twice = await world.refusal { _ = try await world.store.commitBuild(build.id) }
            #expect(twice == .build(.notAwaitingUpload(.processing)))
            #expect(try await published(.internalBeta, world) == [])
            let archive = BuildArchive(
                version: "1.2", build: "7", architecture: "aarch64", installedSize: 9_000,
                sha256: String(repeating: "a", count: 64))
            let warning = ProblemList(warnings: [Problem(code: "HOST_NOT_USED", description: "…")])
            let processed = try await world.process(build, .valid(archive, problems: warning))
            #expect(processed == (try await world.store.build(build.id)))
            #expect(processed.state == .complete && processed.archive == archive && processed.problems == warning)
            #expect(processed.releases.releasedAt == [.internalBeta: world.clock.now])
            #expect(try await published(.internalBeta, world) == [build.id])
            #expect(try await published(.externalBeta, world) == [])
            #expect(
                try await world.store.publishedBuilds(bundleID: "com.example.none", for: .context(.appStore)) == nil)
            let missing = await world.refusal {
                _ = try await world.store.createBuild(appID: "none", fileName: "a", size: 1)
            }
            #expect(missing == .relatedNotFound(relationship: "app", type: "apps", id: "none"))
        }
    }

    @Test(
        "A build whose archive breaks off is taken back, one that is processed is not", arguments: DatabaseKind.allCases
    )
    func takingBack(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let broken = try await world.store.createBuild(appID: app.id, fileName: "Half.tar", size: 2_500)
            try await world.put([UInt8](repeating: 1, count: 2_500), broken.upload, parts: [1])
            for _ in 1...2 { try await world.store.takeBackBuild(broken) }
            #expect(try await world.store.build(broken.id) == nil)
            #expect(try await world.store.objects.parts(of: broken.upload) == nil)
            let whole = try await world.store.createBuild(appID: app.id, fileName: "Game.tar", size: 2_500)
            try await world.put([UInt8](repeating: 1, count: 2_500), whole.upload)
            _ = try await world.store.commitBuild(whole.id)
            try await world.store.takeBackBuild(whole)
            #expect(try await world.store.build(whole.id)?.state == .processing)
            #expect(try await world.store.objects.size(of: whole.upload.key) == 2_500)
        }
    }

    @Test("Apps and builds are found and sorted by what they are related to", arguments: DatabaseKind.allCases)
    func listings(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (app, other) = (try await world.app(), try await world.app("com.example.other"))
            let store = world.store
            let builds = [
                try await world.processedBuild(of: app, architecture: "x86_64"),
                try await world.processedBuild(of: app, architecture: "aarch64"),
            ]
            _ = try await store.createBuild(appID: app.id, fileName: "Game.tar", size: 1)
            let version = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: .iOS, buildID: builds[0].id)
            _ = try await store.createReview(appID: app.id, platform: .iOS, by: "dev")
            _ = try await store.submitForBeta(.build(builds[1].id), by: "dev")
            var listing = AppListing(limit: 1)
            listing.order = [(.name, false), (.sku, true), (.bundleID, false)]
            let first = try await store.apps(listing)
            let last = try #require(first.elements.first)
            #expect(first.hasMore)
            listing.after = [.text(last.name), .text(last.sku), .text(last.bundleID), .text(last.id)]
            #expect(Set([last.id] + (try await store.apps(listing).elements.map(\.id))) == [app.id, other.id])
            func found(_ change: (inout AppListing) -> Void) async throws -> [String] {
                var listing = AppListing(limit: 5)
                change(&listing)
                return try await store.apps(listing).elements.map(\.id)
            }
            #expect(try await found { $0.versions.states = [.prepareForSubmission] } == [app.id])
            #expect(try await found { $0.versions.states = [.readyForDistribution] } == [])
            #expect(
                try await found {
                    ($0.versions.platforms, $0.versions.ids) = ([.iOS], [version.version.id])
                    ($0.reviewPlatforms, $0.reviewStates) = ([.iOS], [.readyForReview])
                } == [app.id])
            #expect(try await found { ($0.names, $0.skus) = (["x"], ["y"]) } == [])
            for order in [BuildListing.Order.build, .version] {
                var listing = BuildListing(appIDs: [app.id], limit: 5)
                listing.order = [(order, true)]
                let all = try await store.builds(listing).elements
                #expect(all.count == 3 && all.last?.archive == nil)
                let number = (order == .build ? all[0].archive?.build : all[0].archive?.version) ?? ""
                listing.after = BuildListing.Order.values(number) + [.text(all[0].id)]
                #expect(try await store.builds(listing).elements == Array(all.dropFirst()))
            }
            var related = BuildListing(limit: 5)
            related.appStoreVersionIDs = [version.version.id]
            #expect(try await store.builds(related).elements.map(\.id) == [builds[0].id])
            related = BuildListing(limit: 5)
            related.betaReviewStates = [.waitingForReview]
            #expect(try await store.builds(related).elements.map(\.id) == [builds[1].id])
            #expect(try await store.appStoreVersion(ofBuild: builds[0].id)?.version.id == version.version.id)
            #expect(try await store.appStoreVersion(ofBuild: builds[1].id) == nil)
        }
    }

    @Test("A build that cannot be used, or has the numbers of another one, fails", arguments: DatabaseKind.allCases)
    func failures(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let first = try await world.processedBuild(of: app)
            let again = try await world.processedBuild(of: app)
            #expect(again.state == .failed && again.problems.errors.map(\.code) == ["BUILD_NUMBER_USED"])
            #expect(again.archive == nil && again.releases == BuildReleases())
            // For another kind of processor they are free, and for another app.
            #expect(try await world.processedBuild(of: app, architecture: "aarch64").state == .complete)
            #expect(try await world.processedBuild(of: app, architecture: nil).state == .complete)
            #expect(try await world.processedBuild(of: app, architecture: nil).state == .failed)
            #expect(try await world.processedBuild(of: try await world.app("com.example.other")).state == .complete)
            let broken = try await world.store.createBuild(appID: app.id, fileName: "x", size: 1)
            try await world.put([1], broken.upload)
            _ = try await world.store.commitBuild(broken.id)
            let problems = ProblemList(errors: [Problem(code: "ARCHIVE_INVALID", description: "…")])
            let failed = try await world.process(broken, .invalid(problems: problems))
            #expect(failed.state == .failed && failed.problems == problems)
            let submission = await world.refusal {
                _ = try await world.store.submitForBeta(.build(broken.id), by: "dev")
            }
            #expect(submission == .build(.notProcessed))
            #expect(try await published(.internalBeta, world)?.contains(first.id) == true)
        }
    }

    @Test(
        "C13: a build that is approved takes the place of the one before in its context, on its kind of processor",
        arguments: DatabaseKind.allCases)
    func contexts(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let first = try await world.processedBuild(of: app)
            world.clock.advance(seconds: 1)
            let arm = try await world.processedBuild(of: app, architecture: "aarch64")
            world.clock.advance(seconds: 1)
            let second = try await world.processedBuild(of: app, build: "2")
            #expect(try await published(.internalBeta, world) == [second.id, arm.id])
            #expect(try await world.store.build(first.id)?.releases.internalBeta == .superseded)
            for build in [first, second] {
                let review = try await world.store.submitForBeta(.build(build.id), by: "dev").review
                #expect(review.subject == .build(build.id) && review.appID == app.id)
                #expect(try await world.store.betaReview(review.id) == review)
                let twice = await world.refusal {
                    _ = try await world.store.submitForBeta(.build(build.id), by: "dev")
                }
                #expect(twice != nil)
                _ = try await world.store.change(betaReviewID: review.id, .beginReview, by: "rev")
                world.clock.advance(seconds: 1)
                _ = try await world.store.change(betaReviewID: review.id, .approve, by: "rev")
                #expect(try await published(.externalBeta, world) == [build.id])
            }
            #expect(try await published(.appStore, world) == [])
            // An earlier one is what is installed again; one that was not released there is not.
            world.clock.advance(seconds: 1)
            _ = try await world.store.restoreBuild(first.id, in: .externalBeta)
            #expect(try await published(.externalBeta, world) == [first.id])
            #expect(try await published(.internalBeta, world) == [second.id, arm.id])
            let never = await world.refusal { _ = try await world.store.restoreBuild(arm.id, in: .externalBeta) }
            #expect(never == .build(.neverReleased(.externalBeta)))
            // A submission that is rejected, or taken back, releases nothing.
            let review = try await world.store.submitForBeta(.build(arm.id), by: "dev").review
            _ = try await world.store.withdrawFromBeta(review.id)
            #expect(try await world.store.build(arm.id)?.releases.externalBeta == .readyForBetaSubmission)
            let next = try await world.store.submitForBeta(.build(arm.id), by: "dev").review
            _ = try await world.store.change(betaReviewID: next.id, .beginReview, by: "rev")
            _ = try await world.store.change(betaReviewID: next.id, .reject, by: "rev")
            #expect(try await world.store.build(arm.id)?.releases.externalBeta == .rejected)
            #expect(try await published(.externalBeta, world) == [first.id])
            let listing = BetaReviewListing([.build(arm.id), .packVersion(arm.id)], limit: 5)
            #expect(try await world.store.betaReviews(listing).elements.map(\.id) == [next.id])
        }
    }

    @Test(
        "C15: a version of the app is reviewed with packs, and is there with them", arguments: DatabaseKind.allCases)
    func appStore(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let store = world.store
            let pack = try await store.createPack(appID: app.id, identifier: "A")
            let packVersion = try await world.processedVersion(of: pack)
            let build = try await world.processedBuild(of: app)
            let version = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: nil, buildID: nil)
            #expect(version.state == .prepareForSubmission)
            let id = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            func add() async throws {
                _ = try await store.addReviewItem(appStoreVersionID: version.version.id, to: id, by: "dev")
            }
            #expect(await world.refusal { try await add() } == .build(.missing))
            let filled = try await store.setBuild(build.id, ofAppStoreVersion: version.version.id)
            #expect(filled.build?.id == build.id)
            try await add()
            #expect(await world.refusal { try await add() } == .review(.duplicate(.appVersion(id: version.version.id))))
            _ = try await store.addReviewItem(versionID: packVersion.version.id, to: id, by: "dev")
            #expect(try await store.appStoreVersion(version.version.id)?.state == .readyForReview)
            // It stays with its build, and the build with it.
            let other = try await world.processedBuild(of: app, build: "2")
            let changed = await world.refusal {
                _ = try await store.setBuild(other.id, ofAppStoreVersion: version.version.id)
            }
            #expect(changed == .build(.versionDecided(.readyForReview)))
            let taken = await world.refusal {
                _ = try await store.createAppStoreVersion(
                    appID: app.id, versionString: "1.0", platform: nil, buildID: build.id)
            }
            #expect(taken == .build(.otherVersion(id: version.version.id)))
            _ = try await store.change(reviewID: id, .submit, by: "dev")
            let items = try await store.change(reviewID: id, .beginReview, by: "rev").summary.items
            _ = try await store.change(itemID: items[0].id, .decide(accepts: true), by: "rev")
            #expect(try await store.appStoreVersion(version.version.id)?.state == .accepted)
            #expect(try await published(.appStore, world) == [])
            _ = try await store.change(itemID: items[1].id, .decide(accepts: true), by: "rev")
            #expect(try await store.appStoreVersion(version.version.id)?.state == .readyForDistribution)
            #expect(try await published(.appStore, world) == [build.id])
            #expect(try await store.pack(pack.id)?.activeVersionIDs[.appStore] == packVersion.version.id)
            // The next one takes its place.
            world.clock.advance(seconds: 1)
            let next = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: nil, buildID: other.id)
            let second = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            _ = try await store.addReviewItem(appStoreVersionID: next.version.id, to: second, by: "dev")
            _ = try await store.change(reviewID: second, .submit, by: "dev")
            let last = try await store.change(reviewID: second, .beginReview, by: "rev").summary.items
            _ = try await store.change(itemID: last[0].id, .decide(accepts: true), by: "rev")
            #expect(try await published(.appStore, world) == [other.id])
            #expect(try await store.appStoreVersion(version.version.id)?.state == .superseded)
            #expect(
                try await store.appStoreVersions(ofApp: app.id, limit: 5).elements.map(\.version.id)
                    == [next.version.id, version.version.id])
        }
    }

    @Test("What is expired is no tester's any more, and stays in the store", arguments: DatabaseKind.allCases)
    func expiry(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, app) = (world.store, try await world.app(policy: .automatic))
            let build = try await world.processedBuild(of: app)
            _ = try await store.submitForBeta(.build(build.id), by: "dev")
            let version = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: nil, buildID: build.id)
            let review = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            _ = try await store.addReviewItem(appStoreVersionID: version.version.id, to: review, by: "dev")
            _ = try await store.change(reviewID: review, .submit, by: "dev")
            for context in ReleaseContext.allCases { #expect(try await published(context, world) == [build.id]) }
            world.clock.advance(seconds: 60)
            let expired = try await store.changeBuild(build.id, isExpired: true, usesEncryption: true)
            #expect(expired.expiredAt == world.clock.now && expired.usesEncryption == true)
            #expect(try await store.build(build.id) == expired)
            for context in ReleaseContext.allCases {
                let isGiven = context == .appStore
                #expect(expired.isActive(in: context) == isGiven && build.isActive(in: .externalBeta) == false)
                #expect(try await published(context, world) == (isGiven ? [build.id] : []))
            }
            #expect(
                await world.refusal { _ = try await store.restoreBuild(build.id, in: .internalBeta) }
                    == .build(.expired))
            #expect(
                await world.refusal { _ = try await store.changeBuild(build.id, isExpired: false) } == .build(.expired))
            #expect(
                await world.refusal { _ = try await store.changeBuild("none") } == .notFound(type: "builds", id: "none")
            )
            #expect(
                await world.refusal { try await store.deleteAppStoreVersion(version.version.id) }
                    == .build(.versionKept(.readyForDistribution)))
            let next = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.1", platform: nil, buildID: nil)
            try await store.deleteAppStoreVersion(next.version.id)
            #expect(try await store.appStoreVersion(next.version.id) == nil)
            // One that waits to go out is taken back before, and goes nowhere then.
            let late = try await world.processedBuild(of: app, version: "1.1", build: "2")
            #expect(
                await world.refusal {
                    _ = try await store.createAppStoreVersion(
                        appID: app.id, versionString: "1.2", platform: nil, buildID: late.id)
                } == .build(.otherVersionString(build: "1.1", version: "1.2")))
            let last = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.1", platform: nil, buildID: late.id)
            let open = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            let item = try #require(
                try await store.addReviewItem(appStoreVersionID: last.version.id, to: open, by: "dev").items.first)
            #expect(
                await world.refusal { _ = try await store.changeBuild(late.id, isExpired: true) }
                    == .build(.underReview(state: "READY_FOR_REVIEW")))
            _ = try await store.change(itemID: item.id, .remove, by: "dev")
            _ = try await store.changeBuild(late.id, isExpired: true)
            #expect(
                await world.refusal {
                    _ = try await store.addReviewItem(appStoreVersionID: last.version.id, to: open, by: "dev")
                } == .build(.expired))
            #expect(
                await world.refusal { try await store.deleteAppStoreVersion(next.version.id) }
                    == .notFound(type: "appStoreVersions", id: next.version.id))
        }
    }
}
