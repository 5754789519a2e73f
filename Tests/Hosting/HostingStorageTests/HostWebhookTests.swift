// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Web hooks in storage", .timeLimit(.minutes(2))) struct HostWebhookTests {
    private static let all = WebhookEventType.allCases

    private func values(
        _ name: String = "CI", url: String = "https://ci.example.com/hook", types: [WebhookEventType] = Self.all
    ) -> HostStore.WebhookChange {
        .init(name: name, url: url, secret: "s3cret", isEnabled: true, eventTypes: types)
    }

    private func deliveries(_ world: HostWorld, _ webhook: Webhook) async throws -> [WebhookDelivery] {
        try await world.store.deliveries(DeliveryListing(webhookID: webhook.id, limit: 200)).elements
    }

    @Test("C16: an app has ten of them, which are changed and deleted", arguments: DatabaseKind.allCases)
    func records(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            var made: [Webhook] = []
            for number in 1...10 {
                world.clock.advance(seconds: 1)
                made.append(try await world.store.createWebhook(appID: app.id, values("hook \(number)")))
            }
            #expect(
                await world.refusal { _ = try await world.store.createWebhook(appID: app.id, values()) }
                    == .tooManyWebhooks(limit: 10))
            #expect(
                await world.refusal { _ = try await world.store.createWebhook(appID: "1", values()) }
                    == .relatedNotFound(relationship: "app", type: "apps", id: "1"))
            let page = try await world.store.webhooks(ofApp: app.id, limit: 4)
            #expect(page.elements == Array(made.prefix(4)) && page.hasMore)
            let id = made[0].id
            let changed = try await world.store.changeWebhook(
                id, .init(isEnabled: false, eventTypes: [Self.all[0], Self.all[0]]))
            #expect(!changed.isEnabled && changed.eventTypes == [Self.all[0]] && changed.name == "hook 1")
            #expect(try await world.store.webhook(id) == changed)
            for bad in [
                HostStore.WebhookChange(name: ""), .init(url: "http://ci.example.com"), .init(secret: ""),
                .init(eventTypes: []),
            ] { #expect(await world.refusal { _ = try await world.store.changeWebhook(id, bad) } != nil, "\(bad)") }
            #expect(try await world.store.webhook(id) == changed)
            _ = try await world.store.ping(webhookID: id)
            try await world.store.deleteWebhook(id)
            #expect(try await world.store.webhook(id) == nil)
            #expect(
                await world.refusal { try await world.store.deleteWebhook(id) }
                    == .notFound(type: "webhooks", id: id))
            // What was on its way to it is not.
            #expect(try await world.jobs.take([.deliver]) == nil)
        }
    }

    @Test(
        "C16: those who have asked for it are told of an internal release, of verdicts and of failures",
        arguments: DatabaseKind.allCases)
    func events(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let other = try await world.app("com.example.other")
            let webhook = try await world.store.createWebhook(appID: app.id, values())
            let some = try await world.store.createWebhook(
                appID: app.id, values("some", types: [.backgroundAssetVersionStateUpdated]))
            let off = try await world.store.createWebhook(appID: app.id, values("off"))
            _ = try await world.store.changeWebhook(off.id, .init(isEnabled: false))
            let strange = try await world.store.createWebhook(appID: other.id, values())
            let version = try await world.processedVersion(
                of: try await world.store.createPack(appID: app.id, identifier: "A"))
            let internalID = try #require(version.releases[.internalBeta]?.id)
            var told = try await deliveries(world, webhook)
            #expect(told.map(\.event.kind) == [.change(.backgroundAssetVersionInternalBetaReleaseCreated)])
            #expect(told[0].event.instance == .init(type: ReleaseContext.internalBeta.resourceType, id: internalID))
            #expect(told[0].event.newState == nil && told[0].event.oldState == nil && told[0].state == .pending)

            world.clock.advance(seconds: 1)
            try await world.approve(version)
            told = try await deliveries(world, webhook)
            let approval = try #require(told.first)
            #expect(told.count == 2 && approval.createdAt == world.clock.now)
            #expect(approval.event.kind == .change(.backgroundAssetVersionAppStoreReleaseStateUpdated))
            #expect(approval.event.oldState == "PROCESSING_FOR_DISTRIBUTION")
            #expect(approval.event.newState == "READY_FOR_DISTRIBUTION")

            world.clock.advance(seconds: 1)
            let beta = try await world.store.submitForBeta(.packVersion(version.version.id), by: "dev").review
            _ = try await world.store.change(betaReviewID: beta.id, .beginReview, by: "rev")
            _ = try await world.store.change(betaReviewID: beta.id, .reject, by: "rev")
            told = try await deliveries(world, webhook)
            #expect(told.count == 3 && told[0].event.oldState == "IN_REVIEW" && told[0].event.newState == "REJECTED")

            let failed = try await world.store.createVersion(packID: version.pack.id)
            _ = try await world.store.changeReleases(ofVersion: failed.version.id) {
                (releases, number) throws(ReleaseError) in
                try releases.commit(number)
                return []
            }
            _ = try await world.store.changeReleases(ofVersion: failed.version.id) {
                (releases, number) throws(ReleaseError) in
                try releases.fail(number)
                return []
            }
            let failure = try #require(try await deliveries(world, some).first)
            #expect(failure.event.instance == .init(type: "backgroundAssetVersions", id: failed.version.id))
            #expect(failure.event.oldState == "PROCESSING" && failure.event.newState == "FAILED")
            #expect(try await deliveries(world, some).count == 1)
            for silent in [off, strange] { #expect(try await deliveries(world, silent).isEmpty, "\(silent.name)") }
            // One event goes to both.
            #expect(try await deliveries(world, webhook).contains { $0.event == failure.event })
        }
    }

    @Test("A change that is refused is told to nobody", arguments: DatabaseKind.allCases)
    func rollbacks(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.version()
            let webhook = try await world.store.createWebhook(appID: version.pack.appID, values())
            let refusal = await world.refusal {
                _ = try await world.store.changeReleases(ofVersion: version.version.id) {
                    (releases, number) throws(ReleaseError) in
                    try releases.commit(number)
                    _ = try releases.complete(number)
                    return try releases.publish(number, in: .appStore)
                }
            }
            #expect(refusal != nil)
            #expect(try await deliveries(world, webhook).isEmpty)
            #expect(try await world.jobs.take([.deliver]) == nil)
        }
    }

    @Test("C16: deliveries are found by their states and times, and sent once more", arguments: DatabaseKind.allCases)
    func listing(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let webhook = try await world.store.createWebhook(appID: try await world.app().id, values())
            var made: [WebhookDelivery] = []
            for _ in 1...3 {
                world.clock.advance(seconds: 60)
                made.append(try await world.store.ping(webhookID: webhook.id))
            }
            let job = try #require(try await world.jobs.take([.deliver]))
            #expect(try await world.store.outgoing(job)?.delivery == made[0])
            let sent = try #require(
                try await world.store.finish(
                    job, answer: WebhookAnswer(status: 200, body: "ok"), error: nil, retryAfter: nil))
            #expect(sent.state == .succeeded && sent.sentAt == world.clock.now)
            #expect(try await world.store.delivery(sent.id) == sent)
            var wanted = DeliveryListing(webhookID: webhook.id, limit: 10)
            wanted.states = [.succeeded]
            #expect(try await world.store.deliveries(wanted).elements == [sent])
            wanted.states = nil
            (wanted.earliest, wanted.end) = (made[1].createdAt, made[2].createdAt)
            #expect(try await world.store.deliveries(wanted).elements == [made[1]])
            (wanted.earliest, wanted.end, wanted.limit) = (nil, nil, 2)
            let page = try await world.store.deliveries(wanted)
            #expect(page.elements == [made[2], made[1]] && page.hasMore)
            wanted.after = page.elements.last.map { [.integer($0.createdAt.milliseconds), .text($0.id)] }
            #expect(try await world.store.deliveries(wanted).elements == [sent])
            let again = try await world.store.redeliver(sent.id)
            #expect(again.isRedelivery && again.event == sent.event && again.state == .pending && again.id != sent.id)
            #expect(
                await world.refusal { _ = try await world.store.redeliver("x") }
                    == .relatedNotFound(relationship: "template", type: "webhookDeliveries", id: "x"))
            #expect(
                await world.refusal { _ = try await world.store.ping(webhookID: "x") }
                    == .relatedNotFound(relationship: "webhook", type: "webhooks", id: "x"))
        }
    }

    @Test("Deliveries that have ended are kept for thirty days", arguments: DatabaseKind.allCases)
    func oldOnes(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let webhook = try await world.store.createWebhook(appID: try await world.app().id, values())
            let first = try await world.store.ping(webhookID: webhook.id)
            let second = try await world.store.ping(webhookID: webhook.id)
            for _ in 1...2 {
                let job = try #require(try await world.jobs.take([.deliver]))
                guard job.subject == first.id else { continue }
                _ = try await world.store.finish(job, answer: nil, error: "gone", retryAfter: nil)
            }
            world.clock.advance(seconds: 31 * 86_400)
            let third = try await world.store.ping(webhookID: webhook.id)
            // One that is still to be sent is not forgotten.
            #expect(Set(try await deliveries(world, webhook).map(\.id)) == [second.id, third.id])
        }
    }

    @Test("A worker that has lost its job records nothing", arguments: DatabaseKind.allCases)
    func lostJobs(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let webhook = try await world.store.createWebhook(appID: try await world.app().id, values())
            let made = try await world.store.ping(webhookID: webhook.id)
            let lost = try #require(try await world.jobs.take([.deliver]))
            world.clock.advance(seconds: 61)
            let job = try #require(try await world.jobs.take([.deliver]))
            #expect(try await world.store.finish(lost, answer: nil, error: "slow", retryAfter: 5) == nil)
            #expect(try await world.store.finish(lost, answer: nil, error: nil, retryAfter: nil) == nil)
            #expect(try await world.store.delivery(made.id) == made)
            let tried = try #require(try await world.store.finish(job, answer: nil, error: "slow", retryAfter: 5))
            #expect(tried.state == .pending && tried.error == "slow")
            #expect(try await world.jobs.take([.deliver]) == nil)
            world.clock.advance(seconds: 5)
            // Other workers take none of these.
            #expect(try await world.jobs.take([.process]) == nil)
            #expect(try await world.jobs.take([.deliver])?.attempt == 3)
        }
    }
}
