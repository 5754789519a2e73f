// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import BackgroundAssets
import Foundation
import IPCTestSupport
import ServiceInterface
import Testing

/// Ends of downloads for which the app was away.
@Suite(.timeLimit(.minutes(2))) struct MissedCompletionsTests {
    private let service: FakeService
    private let manager: AssetPackManager

    init() throws {
        service = try FakeService()
        service.publish("Tutorial", version: 1, files: ["a": "b"])
        service.publish("Level", version: 4, files: ["map": "m"])
        manager = AssetPackManager(environment: service.environment)
    }

    private func subscription() async {
        var iterator = service.subscriptions.makeAsyncIterator()
        await iterator.next()
    }

    @Test("C5: they come first to who follows all packs, and are acknowledged when they were taken")
    func theyComeFirstToWhoFollowsAllPacks() async throws {
        try service.install("Tutorial")
        let first = service.miss(.finished, "Tutorial")
        let second = service.miss(.failed, "Level", failure: ServiceError(.outOfSpace, "full"))
        var acknowledgements = service.acknowledgements.makeAsyncIterator()
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.emit(.began, "Level")
        #expect(try await updates.next()?.description == "finished Tutorial")
        #expect(await acknowledgements.next() == first)
        guard case .failed(let pack, let error) = try await updates.next() else {
            Issue.record("not failed")
            return
        }
        #expect(pack.id == "Level")
        #expect((error as? CocoaError)?.code == .fileWriteOutOfSpace)
        #expect(await acknowledgements.next() == second)
        #expect(try await updates.next()?.description == "began Level")
    }

    @Test func theyComeOnceInAProcess() async throws {
        try service.install("Tutorial")
        service.change {
            $0.overrides[PacksInterface.Acknowledge.method] = { _, connection in
                let error = ServiceError(.internalError, "not today")
                connection.fail(error.wireName, error.wireParameters)
            }
        }
        service.miss(.finished, "Tutorial")
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        #expect(try await updates.next()?.description == "finished Tutorial")
        // The service has not heard of it, and sends it again; now it hears.
        var acknowledgements = service.acknowledgements.makeAsyncIterator()
        service.change { $0.overrides = [:] }
        service.stop()
        try service.start()
        await subscription()
        #expect(await acknowledgements.next() != nil)
        service.emit(.began, "Level")
        #expect(try await updates.next()?.description == "began Level")
    }

    @Test func whatNobodyTookWaitsForTheNext() async throws {
        try service.install("Tutorial")
        let id = service.miss(.finished, "Tutorial")
        do {
            let ignored = await manager.statusUpdates.makeAsyncIterator()
            await subscription()
            _ = ignored
        }
        var updates = await manager.statusUpdates.makeAsyncIterator()
        #expect(try await updates.next()?.description == "finished Tutorial")
        var acknowledgements = service.acknowledgements.makeAsyncIterator()
        #expect(await acknowledgements.next() == id)
    }

    @Test func whatHappensWithoutAConsumerWaitsForTheNext() async throws {
        try service.install("Tutorial")
        let other = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.finished, "Tutorial")
        service.emit(.failed, "Level", failure: ServiceError(.downloadFailed, "404"))
        for await _ in other {}
        var updates = await manager.statusUpdates.makeAsyncIterator()
        #expect(try await updates.next()?.description == "finished Tutorial")
    }

    @Test func whoFollowsOnePackHearsThatItIsHere() async throws {
        try service.install("Tutorial")
        service.miss(.failed, "Tutorial", failure: ServiceError(.downloadFailed, "404"))
        let id = service.miss(.finished, "Tutorial")
        var seen: [String] = []
        for await update in manager.statusUpdates(forAssetPackWithID: "Tutorial") { seen.append(update.description) }
        #expect(seen == ["finished Tutorial"])
        var acknowledgements = service.acknowledgements.makeAsyncIterator()
        #expect(await acknowledgements.next() == id)
    }

    @Test func whoAsksForAPackIsNotToldOfAnOldEnd() async throws {
        // It failed once, came, and was removed.
        service.miss(.failed, "Level", failure: ServiceError(.downloadFailed, "404"))
        service.miss(.finished, "Level")
        let pack = try await manager.assetPack(withID: "Level")
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        try await manager.ensureLocalAvailability(of: pack)
        var seen: [String] = []
        for await update in updates { seen.append(update.description) }
        #expect(seen.first == "began Level")
        #expect(seen.last == "finished Level")
    }

    @Test func anOutdatedPackIsNoNews() async throws {
        service.change { $0.flags["Level"] = .outOfDate }
        try service.install("Level")
        service.miss(.finished, "Level")
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.began, "Level")
        service.emit(.failed, "Level", failure: ServiceError(.downloadFailed, "404"))
        var seen: [String] = []
        for await update in updates { seen.append(update.description) }
        #expect(seen == ["began Level", "failed Level: 404"])
    }

    @Test func aDownloadThatFailedMeanwhileTellsWhy() async throws {
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.began, "Level")
        var iterator = updates.makeAsyncIterator()
        guard case .began = try await iterator.next() else {
            Issue.record("not begun")
            return
        }
        service.stop()
        service.miss(.failed, "Level", failure: ServiceError(.outOfSpace, "full"))
        try service.start()
        guard case .failed(_, let error) = try await iterator.next() else {
            Issue.record("not failed")
            return
        }
        #expect((error as? CocoaError)?.code == .fileWriteOutOfSpace)
    }

    @Test("C5: an end from before a download began does not end it, though it is sent again")
    func anOldEndIsNotThatOfADownloadUnderWay() async throws {
        service.miss(.failed, "Level", failure: ServiceError(.downloadCancelled, "cancelled"))
        var iterator = manager.statusUpdates(forAssetPackWithID: "Level").makeAsyncIterator()
        await subscription()
        service.change { $0.downloading = ["Level"] }
        service.emit(.began, "Level")
        #expect(try await iterator.next()?.description == "began Level")
        service.stop()
        try service.start()
        await subscription()
        try service.install("Level")
        service.emit(.finished, "Level")
        #expect(try await iterator.next()?.description == "finished Level")
        #expect(try await iterator.next() == nil)
    }

    @Test func aRemovalIsTakenNoteOf() async throws {
        let id = service.miss(.removed, "Level")
        var acknowledgements = service.acknowledgements.makeAsyncIterator()
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        #expect(await acknowledgements.next() == id)
        service.emit(.began, "Tutorial")
        #expect(try await updates.next()?.description == "began Tutorial")
    }
}
