// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import HostingStorage
import Logging
import NIOSSL
import Testing

@testable import HostingNotification

/// Web hooks over TLS, with a receiver that answers as a test wants it to.
@Suite("Web hooks' events on their way", .timeLimit(.minutes(2))) struct WebhookWorkerTests {
    private struct Rig {
        let store: HostStore
        let receiver: FaultServer
        let webhook: Webhook
        let worker: WebhookWorker
        let time: DrivenTime

        func advance(_ seconds: Double) { time.advance(seconds) }

        func delivery(_ id: String) async throws -> WebhookDelivery { try #require(try await store.delivery(id)) }
    }

    private func with(
        trusts: Bool = true, reaching networks: [String] = ["127.0.0.0/8", "::1"], _ body: (Rig) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { receiver in
                let time = DrivenTime()
                let database = try SQLiteDatabase(path: folder.path("host.sqlite"))
                try await HostSchema.migrate(database)
                let store = HostStore(
                    database: database, objects: try FolderObjectStore(path: folder.path("objects")),
                    now: { time.now }, makeID: { UUID().uuidString.lowercased() })
                let app = try await store.createApp(
                    NewApp(
                        bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
                let webhook = try await store.createWebhook(
                    appID: app.id,
                    .init(
                        name: "CI", url: receiver.url("/hook"), secret: "This is my secret", isEnabled: true,
                        eventTypes: WebhookEventType.allCases))
                let sender = WebhookSender(
                    trusting: trusts ? try NIOSSLCertificate.fromPEMBytes(Array(receiver.authorityPEM.utf8)) : [],
                    networks: ReachableNetworks(allowed: networks.compactMap(IPNetwork.init)))
                let worker = WebhookWorker(
                    store: store, jobs: JobQueue(database: database, now: { time.now }), sender: sender,
                    base: { "https://packs.example.com" }, now: { time.now },
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                try await body(Rig(store: store, receiver: receiver, webhook: webhook, worker: worker, time: time))
                await database.close()
            }
        }
    }

    @Test(
        "C16: nothing is sent to the networks around the host, however its address is written, unless it is told to",
        arguments: ["127.0.0.1", "localhost", "2130706433", "127.1", "0x7f000001", "[::ffff:127.0.0.1]"])
    func privateAddresses(_ host: String) async throws {
        try await with(reaching: ["10.0.0.0/8"]) { rig in
            let port = rig.receiver.port
            _ = try await rig.store.changeWebhook(rig.webhook.id, .init(url: "https://\(host):\(port)/hook"))
            rig.receiver.serve("/hook", [])
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            #expect(rig.receiver.requests.isEmpty)
            let delivery = try await rig.delivery(made.id)
            #expect(delivery.error?.contains("no address of the Internet") == true, "\(delivery)")
        }
    }

    @Test("C16: an event is sent, signed, and once") func sent() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", Array("thanks".utf8))
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            #expect(try await !rig.worker.workOnce())
            let request = try #require(rig.receiver.requests.first)
            #expect(rig.receiver.requests.count == 1 && request.method == "POST" && request.path == "/hook")
            #expect(request.body == made.event.payload(base: "https://packs.example.com"))
            #expect(
                request["x-apple-signature"] == WebhookSignature.value(of: request.body, secret: "This is my secret"))
            #expect(request["content-type"] == "application/json")
            let delivery = try await rig.delivery(made.id)
            #expect(delivery.state == .succeeded && delivery.error == nil)
            #expect(delivery.answer == WebhookAnswer(status: 200, body: "thanks"))
        }
    }

    @Test("C16: what counts is the status of an answer, also of one whose body breaks off") func brokenBody()
        async throws
    {
        try await with { rig in
            let body = String(repeating: "thanks ", count: 100)
            rig.receiver.serve(
                "/hook", [],
                faults: [
                    .status(200, body: body).and(.cut(after: 6, abruptly: true)),
                    .status(500, body: body).and(.cut(after: 6, abruptly: true)),
                ])
            for status in [200, 500] {
                let made = try await rig.store.ping(webhookID: rig.webhook.id)
                #expect(try await rig.worker.workOnce())
                let delivery = try await rig.delivery(made.id)
                #expect(delivery.state == (status == 200 ? .succeeded : .pending))
                #expect(delivery.answer?.status == status, "\(delivery)")
            }
        }
    }

    @Test("C16: what is not taken is sent again, and given up in the end") func refused() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", [], finally: .status(500, body: "no"))
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            for attempt in 1...WebhookRetries.largestCount {
                #expect(try await rig.worker.workOnce())
                #expect(try await !rig.worker.workOnce())
                let delivery = try await rig.delivery(made.id)
                #expect(delivery.answer == WebhookAnswer(status: 500, body: "no"))
                #expect(delivery.error?.contains("500") == true)
                guard let pause = WebhookRetries.pause(after: attempt) else {
                    #expect(delivery.state == .failed && delivery.retry == nil)
                    break
                }
                #expect(delivery.state == .pending)
                #expect(delivery.retry?.attempts == attempt)
                #expect(delivery.retry?.time.seconds == (delivery.sentAt?.seconds ?? 0) + pause)
                rig.advance(pause - 1)
                #expect(try await !rig.worker.workOnce())
                rig.advance(1)
            }
            #expect(rig.receiver.requests.count == WebhookRetries.largestCount)
            // Each is the same event: receivers tell by it what they have had.
            #expect(Set(rig.receiver.requests.map(\.body)).count == 1)
            rig.receiver.serve("/hook", [])
            let again = try await rig.store.redeliver(made.id)
            #expect(try await rig.worker.workOnce())
            #expect(try await rig.delivery(again.id).state == .succeeded)
            #expect(try await rig.delivery(made.id).state == .failed)
        }
    }

    @Test("A receiver that says when is asked then; one that is gone no more") func retryAfter() async throws {
        try await with { rig in
            rig.receiver.serve(
                "/hook", [], faults: [.status(503, headers: [("Retry-After", "700")]), .status(410)])
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            rig.advance(699)
            #expect(try await !rig.worker.workOnce())
            rig.advance(1)
            #expect(try await rig.worker.workOnce())
            let delivery = try await rig.delivery(made.id)
            #expect(delivery.state == .failed && delivery.answer?.status == 410)
        }
    }

    @Test("Redirects are not followed, and a receiver that is not trusted gets nothing") func elsewhere() async throws {
        try await with { rig in
            rig.receiver.serve("/other", [])
            rig.receiver.serve(
                "/hook", [], finally: .status(307, headers: [("Location", rig.receiver.url("/other"))]))
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            #expect(rig.receiver.requests.map(\.path) == ["/hook"])
            #expect(try await rig.delivery(made.id).error?.contains("redirect") == true)
        }
        try await with(trusts: false) { rig in
            rig.receiver.serve("/hook", [])
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            let delivery = try await rig.delivery(made.id)
            #expect(delivery.state == .pending && delivery.answer == nil && delivery.error != nil)
            #expect(rig.receiver.requests.isEmpty)
        }
    }

    @Test("A web hook that is switched off gets nothing more, but for pings") func disabled() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", [])
            let pack = try await rig.store.createPack(appID: rig.webhook.appID, identifier: "A")
            let version = try await rig.store.createVersion(packID: pack.id)
            _ = try await rig.store.changeReleases(ofVersion: version.version.id) {
                (releases, number) throws(ReleaseError) in
                try releases.commit(number)
                return try releases.complete(number)
            }
            _ = try await rig.store.changeWebhook(rig.webhook.id, .init(isEnabled: false))
            #expect(try await rig.worker.workOnce())
            let listing = DeliveryListing(webhookID: rig.webhook.id, limit: 9)
            let dropped = try #require(try await rig.store.deliveries(listing).elements.first)
            #expect(dropped.state == .failed && dropped.error?.contains("not enabled") == true)
            #expect(rig.receiver.requests.isEmpty)
            let ping = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            #expect(try await rig.delivery(ping.id).state == .succeeded)
        }
    }

    @Test("An answer without an end is not read to its end") func endless() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16), faults: [.endless])
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            let delivery = try await rig.delivery(made.id)
            #expect(delivery.state == .succeeded && delivery.answer?.body.count == WebhookAnswer.longestBody)
        }
    }

    @Test("What a receiver answers is recorded, whatever it is") func zeroBytes() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", [0xff, 0, 0x68, 0x69])
            let made = try await rig.store.ping(webhookID: rig.webhook.id)
            #expect(try await rig.worker.workOnce())
            let delivery = try await rig.delivery(made.id)
            #expect(delivery.state == .succeeded && delivery.answer?.body.hasSuffix("\u{FFFD}hi") == true)
            #expect(try await !rig.worker.workOnce())
        }
    }

    @Test("Those who say nothing, with many events, have no events of others wait") func deadReceivers() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", [1, 2], finally: .stall(after: 1))
            rig.receiver.serve("/other", [])
            for _ in 0..<30 { _ = try await rig.store.ping(webhookID: rig.webhook.id) }
            let other = try await rig.store.createWebhook(
                appID: rig.webhook.appID,
                .init(
                    name: "Other", url: rig.receiver.url("/other"), secret: "s", isEnabled: true,
                    eventTypes: WebhookEventType.allCases))
            let running = Task { await rig.worker.run() }
            await rig.receiver.wait { $0.stalledCount == 2 }
            let made = try await rig.store.ping(webhookID: other.id)
            try await eventually { try await rig.delivery(made.id).state == .succeeded }
            #expect(rig.receiver.requests.count { $0.path == "/hook" } == 2)
            running.cancel()
            rig.receiver.release()
            await running.value
        }
    }

    @Test("Events wait for nobody: those for a slow receiver leave room for others") func slowReceivers() async throws {
        try await with { rig in
            rig.receiver.serve("/hook", [1, 2], faults: [.stall(after: 1)])
            let slow = try await rig.store.ping(webhookID: rig.webhook.id)
            let fast = try await rig.store.ping(webhookID: rig.webhook.id)
            let running = Task { await rig.worker.run() }
            // Which of them stalls is open.
            try await eventually {
                let (first, second) = (try await rig.delivery(slow.id), try await rig.delivery(fast.id))
                return (first.state == .succeeded) != (second.state == .succeeded)
            }
            await rig.receiver.wait { $0.stalledCount == 1 }
            rig.receiver.release()
            try await eventually { try await rig.delivery(slow.id).state == .succeeded }
            try await eventually { try await rig.delivery(fast.id).state == .succeeded }
            running.cancel()
            await running.value
        }
    }
}
