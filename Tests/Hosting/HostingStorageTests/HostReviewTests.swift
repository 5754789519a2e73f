// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Reviews in storage", .timeLimit(.minutes(2))) struct HostReviewTests {
    private func state(of version: VersionSummary, _ world: HostWorld) async throws -> String? {
        try await world.store.version(version.version.id)?.releases[.appStore]?.state
    }

    @Test(
        "C13: from the first item to the release, which takes the place of the one before",
        arguments: DatabaseKind.allCases)
    func fromItemToRelease(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let pack = try await world.store.createPack(appID: app.id, identifier: "A")
            let first = try await world.processedVersion(of: pack)
            try await world.approve(first)
            let second = try await world.processedVersion(of: pack)
            var summary = try await world.store.createReview(appID: app.id, platform: .iOS, by: "dev")
            let id = summary.review.id
            #expect(summary.review.state == .readyForReview && summary.items.isEmpty)
            summary = try await world.store.addReviewItem(versionID: second.version.id, to: id, by: "dev")
            #expect(summary.items.map(\.state) == [.readyForReview])
            #expect(try await state(of: second, world) == "READY_FOR_REVIEW")
            world.clock.advance(seconds: 5)
            summary = try await world.store.change(reviewID: id, .submit, by: "dev").summary
            #expect(summary.review.state == .waitingForReview && summary.review.submittedAt == world.clock.now)
            #expect(try await state(of: second, world) == "WAITING_FOR_REVIEW")
            summary = try await world.store.change(reviewID: id, .beginReview, by: "rev").summary
            #expect(try await state(of: second, world) == "IN_REVIEW")
            let end = try await world.store.change(itemID: summary.items[0].id, .decide(accepts: true), by: "rev")
            #expect(end.summary.review.state == .complete && end.summary.review.updaterID == "rev")
            #expect(end.summary.items.map(\.state) == [.approved])
            #expect(try await world.store.review(id) == end.summary)
            #expect(try await world.store.review(ofItem: end.summary.items[0].id) == end.summary)
            #expect(try await state(of: first, world) == "SUPERSEDED")
            #expect(try await state(of: second, world) == "READY_FOR_DISTRIBUTION")
            #expect(
                end.changes.map(\.newState) == [
                    "ACCEPTED", "PROCESSING_FOR_DISTRIBUTION", "SUPERSEDED", "READY_FOR_DISTRIBUTION",
                ])
            #expect(try await world.store.pack(pack.id)?.activeVersionIDs[.appStore] == second.version.id)
        }
    }

    @Test(
        "C13: what a reviewer objects to is mended, or taken out, and submitted again", arguments: DatabaseKind.allCases
    )
    func objections(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            var versions: [VersionSummary] = []
            for name in ["A", "B", "C"] {
                let pack = try await world.store.createPack(appID: app.id, identifier: name)
                versions.append(try await world.processedVersion(of: pack))
            }
            let id = try await world.submitted(versions)
            var summary = try await world.store.change(reviewID: id, .beginReview, by: "rev").summary
            for (item, accepts) in zip(summary.items, [true, false, false]) {
                summary = try await world.store.change(itemID: item.id, .decide(accepts: accepts), by: "rev").summary
            }
            #expect(summary.review.state == .unresolvedIssues)
            #expect(summary.items.map(\.state) == [.accepted, .rejected, .rejected])
            #expect(try await state(of: versions[0], world) == "ACCEPTED")
            let rejected = summary.items[1].id
            #expect(
                await world.refusal { _ = try await world.store.change(reviewID: id, .submit, by: "dev") }
                    == .review(.unresolved(itemID: rejected)))
            _ = try await world.store.change(itemID: rejected, .resolve, by: "dev")
            summary = try await world.store.change(itemID: summary.items[2].id, .remove, by: "dev").summary
            #expect(summary.items.map(\.state) == [.accepted, .readyForReview, .removed])
            #expect(try await state(of: versions[2], world) == "PREPARE_FOR_SUBMISSION")
            _ = try await world.store.change(reviewID: id, .submit, by: "dev")
            _ = try await world.store.change(reviewID: id, .beginReview, by: "rev")
            summary = try await world.store.change(itemID: rejected, .decide(accepts: true), by: "rev").summary
            #expect(
                summary.review.state == .complete && summary.items.map(\.state) == [.approved, .approved, .removed])
            for version in versions[..<2] { #expect(try await state(of: version, world) == "READY_FOR_DISTRIBUTION") }
        }
    }

    @Test("Of two reviewers who decide at once one is told of the other's verdict", arguments: DatabaseKind.allCases)
    func twoReviewers(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.processedVersion()
            let id = try await world.submitted([version])
            let item = try #require(try await world.store.review(id)?.items.first).id
            world.clock.advance(seconds: 5)
            // Both have looked before, and found that nobody had begun.
            let end = try await world.store.change(itemID: item, .decide(accepts: true), by: "rev")
            #expect(end.summary.review.state == .complete)
            #expect(
                end.changes.map(\.newState) == [
                    "IN_REVIEW", "ACCEPTED", "PROCESSING_FOR_DISTRIBUTION", "READY_FOR_DISTRIBUTION",
                ])
            let refusal = await world.refusal {
                _ = try await world.store.change(itemID: item, .decide(accepts: false), by: "ada")
            }
            #expect(refusal.map { "\($0)".contains("begin") } == false)
            let entries = try await world.store.auditEntries(AuditListing(appIDs: [version.pack.appID], limit: 2))
            #expect(entries.elements.map(\.action) == [.acceptInReview, .beginReview])
        }
    }

    @Test("C13: a submission takes versions that are for its platform", arguments: DatabaseKind.allCases)
    func platforms(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.processedVersion()
            let id = version.version.id
            func set(_ platforms: String) async throws {
                try await world.store.database.write { (connection) throws(StorageError) in
                    try connection.execute("UPDATE versions SET platforms = \(platforms) WHERE id = \(id)")
                }
            }
            func add(to platform: ApplePlatform?) async throws -> String {
                let review = try await world.store.createReview(
                    appID: version.pack.appID, platform: platform, by: "dev")
                _ = try await world.store.addReviewItem(versionID: id, to: review.review.id, by: "dev")
                return review.review.id
            }
            try await set(#"["macOS","Linux"]"#)
            #expect(await world.refusal { _ = try await add(to: .iOS) } == .review(.otherPlatform(.iOS)))
            #expect(try await state(of: version, world) == "PREPARE_FOR_SUBMISSION")
            let review = try await add(to: .macOS)
            #expect(try await world.store.review(review)?.items.map(\.subject.id) == [id])
        }
    }

    @Test("C13: what is called off can be submitted anew", arguments: DatabaseKind.allCases)
    func calledOff(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.processedVersion()
            let id = try await world.submitted([version])
            let summary = try await world.store.change(reviewID: id, .cancel, by: "dev").summary
            #expect(summary.review.state == .complete && summary.items.map(\.state) == [.removed])
            #expect(try await state(of: version, world) == "PREPARE_FOR_SUBMISSION")
            _ = try await world.submitted([version])
            #expect(try await state(of: version, world) == "WAITING_FOR_REVIEW")
            // One that is not submitted yet leaves no trace.
            let other = try await world.store.createReview(appID: version.pack.appID, platform: .macOS, by: "dev")
            let pack = try await world.store.createPack(appID: version.pack.appID, identifier: "B")
            let second = try await world.processedVersion(of: pack)
            let added = try await world.store.addReviewItem(
                versionID: second.version.id, to: other.review.id, by: "dev")
            _ = try await world.store.change(itemID: added.items[0].id, .remove, by: "dev")
            #expect(try await world.store.review(other.review.id)?.items == [])
            #expect(try await state(of: second, world) == "PREPARE_FOR_SUBMISSION")
        }
    }

    @Test("A review policy approves by itself, or takes two people", arguments: DatabaseKind.allCases)
    func policies(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let own = try await world.app(policy: .automatic)
            let pack = try await world.store.createPack(appID: own.id, identifier: "A")
            let version = try await world.processedVersion(of: pack)
            let id = try await world.submitted([version])
            #expect(try await world.store.review(id)?.review.state == .complete)
            #expect(try await state(of: version, world) == "READY_FOR_DISTRIBUTION")
            let strict = try await world.app("com.example.strict", policy: .fourEyes)
            let other = try await world.processedVersion(
                of: try await world.store.createPack(appID: strict.id, identifier: "A"))
            let review = try await world.submitted([other])
            #expect(
                await world.refusal { _ = try await world.store.change(reviewID: review, .beginReview, by: "dev") }
                    == .review(.ownSubmission))
            let item = try await world.store.change(reviewID: review, .beginReview, by: "rev").summary.items[0].id
            #expect(
                await world.refusal {
                    _ = try await world.store.change(itemID: item, .decide(accepts: true), by: "dev")
                }
                    == .review(.ownSubmission))
            _ = try await world.store.change(itemID: item, .decide(accepts: true), by: "rev")
            #expect(try await state(of: other, world) == "READY_FOR_DISTRIBUTION")
        }
    }

    @Test("One member with a key of the team that they have made is one person", arguments: DatabaseKind.allCases)
    func ownKeys(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app(policy: .fourEyes)
            let key = try await Principal.acting(as: Principal(.member, id: "admin")) {
                try await world.store.createKey(name: "CI", role: .admin).key
            }
            let version = try await world.processedVersion(
                of: try await world.store.createPack(appID: app.id, identifier: "A"))
            let review = try await world.store.createReview(appID: app.id, platform: .iOS, by: key.id).review.id
            _ = try await world.store.addReviewItem(versionID: version.version.id, to: review, by: key.id)
            _ = try await world.store.change(reviewID: review, .submit, by: key.id)
            #expect(
                await world.refusal { _ = try await world.store.change(reviewID: review, .beginReview, by: "admin") }
                    == .review(.ownSubmission))
            _ = try await world.store.change(reviewID: review, .beginReview, by: "other")
        }
    }

    @Test(
        "A pack that is archived leaves its submission, and the others there are approved",
        arguments: DatabaseKind.allCases)
    func archivedMeanwhile(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            var versions: [VersionSummary] = []
            for name in ["A", "B"] {
                versions.append(
                    try await world.processedVersion(
                        of: try await world.store.createPack(appID: app.id, identifier: name)))
            }
            let id = try await world.submitted(versions)
            _ = try await world.store.setArchived(true, pack: versions[0].pack.id)
            let review = try #require(try await world.store.review(id))
            #expect(review.items.map(\.state) == [.removed, .readyForReview])
            #expect(try await state(of: versions[0], world) == "PREPARE_FOR_SUBMISSION")
            _ = try await world.store.change(reviewID: id, .beginReview, by: "rev")
            _ = try await world.store.change(itemID: review.items[1].id, .decide(accepts: true), by: "rev")
            #expect(try await state(of: versions[1], world) == "READY_FOR_DISTRIBUTION")
            // What waits for the external test leaves that.
            let beta = try await world.processedVersion(
                of: try await world.store.createPack(appID: app.id, identifier: "C"))
            let waiting = try await world.store.submitForBeta(.packVersion(beta.version.id), by: "dev").review.id
            _ = try await world.store.setArchived(true, pack: beta.pack.id)
            #expect(try await world.store.betaReview(waiting) == nil)
            _ = try await world.store.setArchived(false, pack: beta.pack.id)
            _ = try await world.store.submitForBeta(.packVersion(beta.version.id), by: "dev")
            // The last one that is left ends it.
            let last = try await world.submitted([try await world.processedVersion(of: versions[1].pack)])
            _ = try await world.store.setArchived(true, pack: versions[1].pack.id)
            #expect(try await world.store.review(last)?.review.state == .complete)
        }
    }

    @Test(
        "C13: what is no item of a submission, and submissions that stand in each other's way",
        arguments: DatabaseKind.allCases)
    func refusals(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.processedVersion()
            let app = version.pack.appID
            let open = try await world.store.createReview(appID: app, platform: .iOS, by: "dev").review
            func add(_ id: String, to review: String? = nil) async -> Refusal? {
                await world.refusal {
                    _ = try await world.store.addReviewItem(versionID: id, to: review ?? open.id, by: "dev")
                }
            }
            let missing = Refusal.relatedNotFound(
                relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: "x")
            #expect(await add("x") == missing)
            #expect(
                await add(version.version.id, to: "x")
                    == .relatedNotFound(relationship: "reviewSubmission", type: "reviewSubmissions", id: "x"))
            let other = try await world.app("com.example.other")
            let foreign = try await world.processedVersion(
                of: try await world.store.createPack(appID: other.id, identifier: "A"))
            #expect(
                await add(foreign.version.id)
                    == .relatedNotFound(
                        relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: foreign.version.id)
            )
            let waiting = try await world.store.createVersion(packID: version.pack.id)
            #expect(
                await add(waiting.version.id) == .release(.notProcessed(number: 2, state: .awaitingUpload)))
            #expect(
                await world.refusal { _ = try await world.store.createReview(appID: app, platform: .iOS, by: "dev") }
                    == .review(.otherSubmission(id: open.id, .readyForReview)))
            #expect(
                await world.refusal { _ = try await world.store.change(reviewID: open.id, .submit, by: "dev") }
                    == .review(.empty))
            #expect(await add(version.version.id) == nil)
            #expect(
                await add(version.version.id)
                    == .review(.duplicate(.packVersion(id: version.version.id, packID: version.pack.id))))
            let mac = try await world.store.createReview(appID: app, platform: .macOS, by: "dev").review
            #expect(
                await add(version.version.id, to: mac.id)
                    == .review(.inOtherSubmission(.packVersion(id: version.version.id, packID: version.pack.id))))
            _ = try await world.store.change(reviewID: open.id, .submit, by: "dev")
            #expect(
                await add(foreign.version.id, to: open.id) != nil)
            // The next one may be put together meanwhile, and waits.
            let next = try await world.store.createReview(appID: app, platform: .iOS, by: "dev").review
            let pack = try await world.store.createPack(appID: app, identifier: "B")
            let second = try await world.processedVersion(of: pack)
            #expect(await add(second.version.id, to: next.id) == nil)
            #expect(
                await world.refusal { _ = try await world.store.change(reviewID: next.id, .submit, by: "dev") }
                    == .review(.otherSubmission(id: open.id, .waitingForReview)))
            _ = try await world.store.setArchived(true, pack: pack.id)
            let third = try await world.store.createPack(appID: app, identifier: "C")
            let last = try await world.processedVersion(of: third)
            _ = try await world.store.setArchived(true, pack: third.id)
            #expect(await add(last.version.id, to: next.id) == .packArchived(identifier: "C"))
            #expect(
                await world.refusal { _ = try await world.store.change(reviewID: "x", .submit, by: "dev") }
                    == .notFound(type: "reviewSubmissions", id: "x"))
            #expect(
                await world.refusal { _ = try await world.store.change(itemID: "x", .remove, by: "dev") }
                    == .notFound(type: "reviewSubmissionItems", id: "x"))
        }
    }

    @Test("Of many that begin a submission at once, one does", arguments: DatabaseKind.allCases)
    func atOnce(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        do {
                            _ = try await world.store.createReview(appID: app.id, platform: .iOS, by: "dev")
                            return true
                        } catch StorageError.refused(.review(.otherSubmission)) { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(begun == 1)
        }
    }

    @Test("Submissions are listed by platform and state, the newest first, in pages", arguments: DatabaseKind.allCases)
    func lists(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            var ids: [String] = []
            for platform in [ApplePlatform?.none] + ApplePlatform.allCases {
                ids.append(try await world.store.createReview(appID: app.id, platform: platform, by: "dev").review.id)
                world.clock.advance(seconds: 1)
            }
            ids.reverse()
            var listing = ReviewListing(appIDs: [app.id], limit: 3)
            let first = try await world.store.reviews(listing)
            #expect(first.elements.map(\.review.id) == Array(ids[..<3]) && first.hasMore)
            let last = try #require(first.elements.last?.review)
            listing.after = [.integer(last.createdAt.milliseconds), .text(last.id)]
            #expect(try await world.store.reviews(listing).elements.map(\.review.id) == Array(ids[3...]))
            listing = ReviewListing(appIDs: [app.id], limit: 9)
            listing.platforms = [.visionOS, .iOS]
            #expect(try await world.store.reviews(listing).elements.map(\.review.id) == [ids[0], ids[3]])
            listing.states = [.complete]
            #expect(try await world.store.reviews(listing).elements.isEmpty)
        }
    }

    @Test(
        "C13: the review policy of an app is changed, also for what waits already", arguments: DatabaseKind.allCases)
    func policy(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            #expect(app.reviewPolicy == .oneReviewer)
            let pack = try await world.store.createPack(appID: app.id, identifier: "A")
            let version = try await world.processedVersion(of: pack)
            let waiting = try await world.store.submitForBeta(.packVersion(version.version.id), by: "ada").review.id
            _ = try await world.store.change(AppChange(reviewPolicy: .fourEyes), app: app.id)
            #expect(try await world.store.app(app.id)?.reviewPolicy == .fourEyes)
            await #expect(throws: StorageError.refused(.review(.ownSubmission))) {
                try await world.store.change(betaReviewID: waiting, .beginReview, by: "ada")
            }
            _ = try await world.store.change(AppChange(reviewPolicy: .oneReviewer), app: app.id)
            _ = try await world.store.change(betaReviewID: waiting, .beginReview, by: "ada")
            _ = try await world.store.change(betaReviewID: waiting, .approve, by: "ada")
            _ = try await world.store.change(AppChange(reviewPolicy: .automatic), app: app.id)
            let next = try await world.processedVersion(of: pack)
            let review = try await world.store.submitForBeta(.packVersion(next.version.id), by: "ada").review
            #expect(review.state == .approved)
            await #expect(throws: StorageError.refused(.notFound(type: "apps", id: "none"))) {
                _ = try await world.store.change(AppChange(reviewPolicy: .automatic), app: "none")
            }
            let entries = try await world.store.auditEntries(AuditListing(limit: 100)).elements
            #expect(
                entries.filter { $0.action == .changeReviewPolicy }.map(\.subject).sorted()
                    == ["automatic", "four-eyes", "one-reviewer"])
        }
    }
}
