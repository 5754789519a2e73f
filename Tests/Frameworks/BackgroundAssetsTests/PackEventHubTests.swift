// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@testable import BackgroundAssets

@Suite("Ends of downloads between consumers", .timeLimit(.minutes(1))) struct PackEventHubTests {
    private let service: FakeService
    private let hub: PackEventHub
    private let end: AssetPackManager.DownloadStatusUpdate

    init() throws {
        service = try FakeService()
        let identity = AppIdentity(environment: service.environment)
        hub = PackEventHub(identity: identity, packs: LocalPacks(identity: identity))
        let entry = DownloadManifestEntry(
            id: "Tutorial", url: "https://example.org/Tutorial.aar", version: 1, downloadSize: 100,
            downloadPolicy: .onDemand)
        end = .finished(AssetPack(entry))
    }

    private func consumer() -> UpdateQueue { UpdateQueue(packID: nil) { _ in } }

    @Test("What a consumer leaves is another one's that came behind it") func left() async {
        let (first, second) = (consumer(), consumer())
        hub.add(first)
        hub.end(end, eventID: 7)
        hub.add(second)
        hub.remove(first)
        let update = await second.next()
        #expect(update?.assetPack.id == "Tutorial")
        hub.remove(second)
    }

    @Test("What both have had comes to neither once more, and is kept when nobody has taken it") func once() async {
        let (first, second, third) = (consumer(), consumer(), consumer())
        hub.add(first)
        hub.add(second)
        hub.end(end, eventID: 7)
        hub.remove(first)
        let left = second.finish()
        #expect(left.map(\.eventID) == [7])
        hub.remove(second)
        hub.add(third)
        let update = await third.next()
        #expect(update?.assetPack.id == "Tutorial")
        hub.remove(third)
    }

    @Test("One event comes to a consumer once") func queue() {
        let queue = consumer()
        #expect(queue.push(end, eventID: 7))
        #expect(queue.push(end, eventID: 7))
        #expect(queue.push(end, eventID: 8))
        let left = queue.finish()
        #expect(left.map(\.eventID) == [7, 8])
        #expect(!queue.push(end, eventID: 9))
    }
}
