// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Reviews for the external test in storage", .timeLimit(.minutes(2))) struct HostBetaReviewTests {
    private func state(of version: VersionSummary, _ world: HostWorld) async throws -> String? {
        try await world.store.version(version.version.id)?.releases[.externalBeta]?.state
    }

    @Test("C13: a version that is approved takes the place of the one before", arguments: DatabaseKind.allCases)
    func approved(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.processedVersion()
            let second = try await world.processedVersion(of: first.pack)
            var newStates: [String] = []
            for version in [first, second] {
                let review = try await world.store.submitForBeta(.packVersion(version.version.id), by: "dev").review
                #expect(review.state == .waitingForReview && review.submittedAt == world.clock.now)
                #expect(try await state(of: version, world) == "WAITING_FOR_REVIEW")
                _ = try await world.store.change(betaReviewID: review.id, .beginReview, by: "rev")
                #expect(try await state(of: version, world) == "IN_REVIEW")
                let end = try await world.store.change(betaReviewID: review.id, .approve, by: "rev")
                #expect(try await world.store.betaReview(review.id) == end.review && end.review.state == .approved)
                newStates = end.changes.map(\.newState)
            }
            #expect(newStates == ["PROCESSING_FOR_TESTING", "SUPERSEDED", "READY_FOR_TESTING"])
            #expect(try await state(of: first, world) == "SUPERSEDED")
            #expect(try await state(of: second, world) == "READY_FOR_TESTING")
            #expect(try await world.store.pack(first.pack.id)?.activeVersionIDs[.externalBeta] == second.version.id)
            // The other contexts have theirs.
            #expect(try await world.store.pack(first.pack.id)?.activeVersionIDs[.appStore] == nil)
        }
    }

    @Test("C13: one version of a pack is reviewed at a time, and can be taken back", arguments: DatabaseKind.allCases)
    func oneAtATime(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.processedVersion()
            let second = try await world.processedVersion(of: first.pack)
            let review = try await world.store.submitForBeta(.packVersion(first.version.id), by: "dev").review
            let other = await world.refusal {
                _ = try await world.store.submitForBeta(.packVersion(second.version.id), by: "dev")
            }
            #expect(other == .release(.otherVersionUnderReview(number: 2, other: 1)))
            _ = try await world.store.withdrawFromBeta(review.id)
            #expect(try await world.store.betaReview(review.id) == nil)
            #expect(try await state(of: first, world) == "READY_FOR_BETA_SUBMISSION")
            let next = try await world.store.submitForBeta(.packVersion(second.version.id), by: "dev").review
            _ = try await world.store.change(betaReviewID: next.id, .beginReview, by: "rev")
            let end = try await world.store.change(betaReviewID: next.id, .reject, by: "rev")
            #expect(end.review.state == .rejected)
            #expect(try await state(of: second, world) == "REJECTED")
            // A verdict is the last word.
            for body in [
                { _ = try await world.store.withdrawFromBeta(next.id) },
                { _ = try await world.store.change(betaReviewID: next.id, .approve, by: "rev") },
                { _ = try await world.store.submitForBeta(.packVersion(second.version.id), by: "dev") },
            ] as [() async throws -> Void] { #expect(await world.refusal(body) != nil) }
            let listing = BetaReviewListing(
                [.packVersion(first.version.id), .packVersion(second.version.id)], limit: 5)
            #expect(try await world.store.betaReviews(listing).elements.map(\.id) == [next.id])
        }
    }

    @Test("Of two reviewers who decide at once one is told of the other's verdict", arguments: DatabaseKind.allCases)
    func twoReviewers(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.processedVersion()
            let id = try await world.store.submitForBeta(.packVersion(version.version.id), by: "dev").review.id
            world.clock.advance(seconds: 5)
            // Both have looked before, and found that nobody had begun.
            let end = try await world.store.change(betaReviewID: id, .reject, by: "rev", message: "No harbour.")
            #expect(end.review.state == .rejected && end.changes.map(\.newState) == ["IN_REVIEW", "REJECTED"])
            #expect(
                await world.refusal { _ = try await world.store.change(betaReviewID: id, .approve, by: "ada") }
                    == .review(
                        .illegal(IllegalTransition(machine: "BetaReviewState", state: "REJECTED", event: "approve"))))
            let entries = try await world.store.auditEntries(AuditListing(appIDs: [version.pack.appID], limit: 2))
            #expect(entries.elements.map(\.action) == [.rejectForBeta, .beginBetaReview])
        }
    }

    @Test(
        "A policy approves by itself, or takes two people; what is not there is refused",
        arguments: DatabaseKind.allCases)
    func policies(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let own = try await world.app(policy: .automatic)
            let version = try await world.processedVersion(
                of: try await world.store.createPack(appID: own.id, identifier: "A"))
            #expect(
                try await world.store.submitForBeta(.packVersion(version.version.id), by: "dev").review.state
                    == .approved)
            #expect(try await state(of: version, world) == "READY_FOR_TESTING")
            let strict = try await world.app("com.example.strict", policy: .fourEyes)
            let other = try await world.processedVersion(
                of: try await world.store.createPack(appID: strict.id, identifier: "A"))
            let review = try await world.store.submitForBeta(.packVersion(other.version.id), by: "dev").review
            #expect(
                await world.refusal {
                    _ = try await world.store.change(betaReviewID: review.id, .beginReview, by: "dev")
                } == .review(.ownSubmission))
            #expect(
                await world.refusal { _ = try await world.store.submitForBeta(.packVersion("x"), by: "dev") }
                    == .relatedNotFound(
                        relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: "x"))
            #expect(
                await world.refusal { _ = try await world.store.withdrawFromBeta("x") }
                    == .notFound(type: "betaBackgroundAssetReviewSubmissions", id: "x"))
        }
    }
}
