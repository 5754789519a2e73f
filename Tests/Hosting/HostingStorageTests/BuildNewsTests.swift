// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@testable import HostingStorage

/// What web hooks and members of the team are told of builds and versions of apps, as it is written with what it tells.
@Suite("News of builds in storage", .timeLimit(.minutes(2))) struct BuildNewsTests {
    private let server = MailServer(host: "localhost", port: 25, security: .none, sender: "packs@example.com")

    private func webhook(_ app: HostedApp, _ world: HostWorld) async throws -> Webhook {
        try await world.store.createWebhook(
            appID: app.id,
            .init(
                name: "CI", url: "https://ci.example.com/", secret: "s3cret", isEnabled: true,
                eventTypes: WebhookEventType.allCases))
    }

    /// What has been told since the clock went on last, which it does then.
    private func told(_ webhook: Webhook, _ world: HostWorld) async throws -> Set<String> {
        var listing = DeliveryListing(webhookID: webhook.id, limit: 200)
        listing.earliest = world.clock.now
        let events = try await world.store.deliveries(listing).elements.map(\.event)
        world.clock.advance(seconds: 1)
        return Set(
            events.map {
                "\($0.instance?.type ?? "") \($0.instance?.id ?? "") \($0.oldState ?? "") \($0.newState ?? "")"
            })
    }

    private func subjects(_ world: HostWorld) async throws -> [String] {
        try await world.store.mails(limit: 100).map { "\($0.recipient) \($0.subject)" }.sorted()
    }

    @Test(
        "Web hooks are told of an upload, of testers, and of the version in the store", arguments: DatabaseKind.allCases
    )
    func webhooks(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, app) = (world.store, try await world.app())
            let hook = try await webhook(app, world)
            let build = try await world.processedBuild(of: app)
            func upload(_ id: String) -> Set<String> {
                ["AWAITING_UPLOAD PROCESSING", "PROCESSING COMPLETE"].reduce(into: []) {
                    $0.insert("buildUploads \(id) \($1)")
                }
            }
            #expect(try await told(hook, world) == upload(build.id))
            let beta = try await store.submitForBeta(.build(build.id), by: "dev").review
            let detail = "buildBetaDetails \(build.id) "
            #expect(try await told(hook, world) == [detail + "READY_FOR_BETA_SUBMISSION WAITING_FOR_BETA_REVIEW"])
            _ = try await store.change(betaReviewID: beta.id, .beginReview, by: "rev")
            #expect(try await told(hook, world) == [detail + "WAITING_FOR_BETA_REVIEW IN_BETA_REVIEW"])
            _ = try await store.change(betaReviewID: beta.id, .approve, by: "rev")
            #expect(
                try await told(hook, world) == [
                    detail + "IN_BETA_REVIEW BETA_APPROVED", detail + "BETA_APPROVED IN_BETA_TESTING",
                ])
            // The store.
            let id = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: nil, buildID: build.id
            ).version.id
            let version = "appStoreVersions \(id) "
            let review = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            let item = try #require(
                try await store.addReviewItem(appStoreVersionID: id, to: review, by: "dev").items.first)
            #expect(try await told(hook, world) == [version + "PREPARE_FOR_SUBMISSION READY_FOR_REVIEW"])
            _ = try await store.change(reviewID: review, .submit, by: "dev")
            #expect(try await told(hook, world) == [version + "READY_FOR_REVIEW WAITING_FOR_REVIEW"])
            _ = try await store.change(reviewID: review, .beginReview, by: "rev")
            #expect(try await told(hook, world) == [version + "WAITING_FOR_REVIEW IN_REVIEW"])
            _ = try await store.change(itemID: item.id, .decide(accepts: true), by: "rev")
            #expect(
                try await told(hook, world) == [
                    version + "IN_REVIEW ACCEPTED", version + "ACCEPTED PROCESSING_FOR_DISTRIBUTION",
                    version + "PROCESSING_FOR_DISTRIBUTION READY_FOR_DISTRIBUTION",
                ])
            // Another one takes its place, and it takes that back.
            let next = try await world.processedBuild(of: app, version: "1.1", build: "2")
            #expect(try await told(hook, world) == upload(next.id))
            _ = try await store.changeBuild(build.id, isExpired: true)
            #expect(try await told(hook, world) == [detail + "IN_BETA_TESTING EXPIRED"])
            let nextID = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.1", platform: nil, buildID: next.id
            ).version.id
            let other = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            let last = try #require(
                try await store.addReviewItem(appStoreVersionID: nextID, to: other, by: "dev").items.first)
            _ = try await store.change(reviewID: other, .submit, by: "dev")
            _ = try await store.change(reviewID: other, .beginReview, by: "rev")
            world.clock.advance(seconds: 1)
            _ = try await store.change(itemID: last.id, .decide(accepts: true), by: "rev")
            #expect(try await told(hook, world).contains(version + "READY_FOR_DISTRIBUTION REPLACED_WITH_NEW_VERSION"))
            _ = try await store.restoreBuild(build.id, in: .appStore)
            #expect(
                try await told(hook, world) == [
                    version + "REPLACED_WITH_NEW_VERSION READY_FOR_DISTRIBUTION",
                    "appStoreVersions \(nextID) READY_FOR_DISTRIBUTION REPLACED_WITH_NEW_VERSION",
                ])
            // What is refused is told to nobody.
            _ = await world.refusal { _ = try await store.changeBuild(build.id, isExpired: false) }
            _ = await world.refusal { _ = try await store.submitForBeta(.build(build.id), by: "dev") }
            #expect(try await told(hook, world) == [])
        }
    }

    @Test("C12: members are told of builds as of packs, with the reviewer's words", arguments: DatabaseKind.allCases)
    func members(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, app) = (world.store, try await world.app())
            try await store.setMailServer(server)
            _ = try await store.createMember(try #require(MailAddress("dev@example.com")), .init(role: .developer))
            let build = try await world.processedBuild(of: app)
            let again = try await world.processedBuild(of: app)
            #expect(again.state == .failed)
            #expect(
                try await subjects(world) == [
                    "dev@example.com Game: 1.0 (1) is ready for internal testing",
                    "dev@example.com Game: Game.tar could not be processed",
                ])
            world.clock.advance(seconds: 1)
            let beta = try await store.submitForBeta(.build(build.id), by: "dev").review
            _ = try await store.change(betaReviewID: beta.id, .beginReview, by: "rev")
            _ = try await store.change(betaReviewID: beta.id, .reject, by: "rev", message: "It does not start.")
            let rejection = try #require(try await store.mails(limit: 1).first)
            #expect(rejection.subject == "Game: 1.0 (1) was rejected for external testing")
            #expect(rejection.body.contains("It does not start."), "\(rejection.body)")
            let id = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: nil, buildID: build.id
            ).version.id
            let review = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            let item = try #require(
                try await store.addReviewItem(appStoreVersionID: id, to: review, by: "dev").items.first)
            for (accepts, subject) in [(false, "was rejected for distribution"), (true, "is ready for distribution")] {
                world.clock.advance(seconds: 1)
                _ = try await store.change(reviewID: review, .submit, by: "dev")
                _ = try await store.change(reviewID: review, .beginReview, by: "rev")
                _ = try await store.change(
                    itemID: item.id, .decide(accepts: accepts), by: "rev", message: accepts ? nil : "No harbour.")
                let mail = try #require(try await store.mails(limit: 1).first)
                #expect(mail.subject == "Game: 1.0 (1) \(subject)")
                #expect(mail.body.contains("No harbour.") == !accepts, "\(mail.body)")
                if !accepts { _ = try await store.change(itemID: item.id, .resolve, by: "dev") }
            }
        }
    }

    @Test(
        "C12: reviewers are told of what waits for them, but by whom it was submitted", arguments: DatabaseKind.allCases
    )
    func reviewers(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, app) = (world.store, try await world.app())
            let automatic = try await world.app("com.example.other", policy: .automatic)
            try await store.setMailServer(server)
            func member(_ name: String, _ values: HostStore.MemberChange) async throws -> Member {
                try await store.createMember(try #require(MailAddress(name + "@example.com")), values)
            }
            _ = try await member("reviewer", .init(role: .reviewer))
            _ = try await member("quiet", .init(role: .reviewer, getsMail: false))
            _ = try await member("elsewhere", .init(role: .reviewer, appIDs: [automatic.id]))
            _ = try await member("developer", .init(role: .developer))
            let admin = try await member("admin", .init(role: .admin))
            func waiting() async throws -> [String] { try await subjects(world).filter { $0.contains("for review") } }
            let version = try await world.processedVersion(
                of: try await store.createPack(appID: app.id, identifier: "Tutorial"))
            let build = try await world.processedBuild(of: app)
            #expect(try await waiting() == [])
            _ = try await store.submitForBeta(.packVersion(version.version.id), by: admin.id)
            var told = ["reviewer@example.com Game: Tutorial 1 waits for review for external testing"]
            #expect(try await waiting() == told)
            _ = try await store.submitForBeta(.build(build.id), by: "a key")
            told += ["admin", "reviewer"].map {
                "\($0)@example.com Game: the app 1.0 (1) waits for review for external testing"
            }
            #expect(try await waiting() == told.sorted())
            let id = try await store.createAppStoreVersion(
                appID: app.id, versionString: "1.0", platform: nil, buildID: build.id
            ).version.id
            let review = try await store.createReview(appID: app.id, platform: nil, by: "dev").review.id
            _ = try await store.addReviewItem(appStoreVersionID: id, to: review, by: "dev")
            _ = try await store.addReviewItem(versionID: version.version.id, to: review, by: "dev")
            #expect(try await waiting() == told.sorted())
            world.clock.advance(seconds: 1)
            _ = try await store.change(reviewID: review, .submit, by: admin.id)
            told.append("reviewer@example.com Game: the app 1.0 and 1 more wait for review for distribution")
            #expect(try await waiting() == told.sorted())
            let body = try #require(try await store.mails(limit: 1).first?.body)
            #expect(body.contains("- the app 1.0\n- Tutorial 1\n") && body.contains(review), "\(body)")
            // Nothing waits where nobody decides.
            let other = try await world.processedVersion(
                of: try await store.createPack(appID: automatic.id, identifier: "Music"))
            _ = try await store.submitForBeta(.packVersion(other.version.id), by: "a key")
            #expect(try await waiting() == told.sorted())
        }
    }
}
