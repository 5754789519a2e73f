// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import IPCTestSupport
import ServiceInterface
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct StatusUpdatesTests {
    private let service: FakeService
    private let manager: AssetPackManager

    init() throws {
        service = try FakeService()
        service.publish("Tutorial", version: 1, files: ["a": "b"])
        service.publish("Level", version: 4, files: ["map": "m"])
        manager = AssetPackManager(environment: service.environment)
    }

    /// Waits until the next subscription stands.
    private func subscription() async {
        var iterator = service.subscriptions.makeAsyncIterator()
        await iterator.next()
    }

    @Test func theSequenceOfAPackEndsWithItsDownload() async throws {
        let pack = try await manager.assetPack(withID: "Tutorial")
        let statusUpdates = manager.statusUpdates(forAssetPackWithID: "Tutorial")
        let task = Task {
            var seen: [String] = []
            for await statusUpdate in statusUpdates { seen.append(statusUpdate.description) }
            return seen
        }
        // It does not have to be iterated yet: nothing that is begun from here on is missed.
        try await manager.ensureLocalAvailability(of: pack)
        let seen = await task.value
        #expect(seen.first == "began Tutorial")
        #expect(seen.last == "finished Tutorial")
        #expect(seen.contains { $0.hasPrefix("downloading Tutorial") })
    }

    @Test func theSequenceOfAllPacksGoesOn() async throws {
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.emit(.began, "Tutorial")
        service.emit(.finished, "Tutorial")
        service.emit(.began, "Level")
        service.emit(.paused, "Level")
        service.emit(.failed, "Level", failure: ServiceError(.downloadFailed, "404"))
        service.emit(.began, "Tutorial")
        var seen: [String] = []
        while seen.count < 6, let update = try await updates.next() { seen.append(update.description) }
        #expect(
            seen == [
                "began Tutorial", "finished Tutorial", "began Level", "paused Level", "failed Level: 404",
                "began Tutorial",
            ])
    }

    @Test func othersAreLeftOutOfTheSequenceOfAPack() async throws {
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.began, "Tutorial")
        service.emit(.finished, "Tutorial")
        service.emit(.failed, "Level", failure: ServiceError(.outOfSpace, "full"))
        service.emit(.began, "Level")
        var seen: [AssetPackManager.DownloadStatusUpdate] = []
        for await update in updates { seen.append(update) }
        #expect(seen.count == 1)
        guard case .failed(let pack, let error) = seen.first else {
            Issue.record("\(seen)")
            return
        }
        #expect(pack.id == "Level")
        #expect(pack.version == 4)
        #expect((error as? CocoaError)?.code == .fileWriteOutOfSpace)
    }

    @Test func progressIsOneObjectThatShowsTheNewest() async throws {
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.emit(.downloading, "Level", completed: 10, total: 100)
        guard case .downloading(_, let first) = try await updates.next() else {
            Issue.record("no progress")
            return
        }
        #expect(first.totalUnitCount == 100)
        for completed in 11...90 { service.emit(.downloading, "Level", completed: Int64(completed), total: 100) }
        service.emit(.paused, "Level")
        var last: Progress?
        loop: while let update = try await updates.next() {
            switch update {
            case .downloading(_, let progress): last = progress
            case .paused: break loop
            default: Issue.record("\(update)")
            }
        }
        #expect(last === first)
        #expect(first.completedUnitCount == 90)
        #expect(abs(first.fractionCompleted - 0.9) < 0.001)
        service.emit(.finished, "Level")
        guard case .finished = try await updates.next() else {
            Issue.record("no end")
            return
        }
        #expect(first.fractionCompleted == 1)
    }

    @Test func cancellingTheProgressCancelsTheDownload() async throws {
        let service = service
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.began, "Level")
        service.emit(.downloading, "Level", completed: 1, total: 100)
        var seen: [String] = []
        for await update in updates {
            switch update {
            case .downloading(_, let progress):
                progress.cancel()
                var controls = service.controls.makeAsyncIterator()
                let control = await controls.next()
                #expect(control?.packID == "Level")
                #expect(control?.action == .cancel)
                service.emit(.failed, "Level", failure: ServiceError(.downloadCancelled, "cancelled"))
            case .failed(_, let error):
                #expect((error as? CocoaError)?.code == .userCancelled)
                seen.append("failed")
            default: seen.append(update.description)
            }
        }
        #expect(seen == ["began Level", "failed"])
    }

    @Test func pausingTheProgressPausesTheDownload() async throws {
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.emit(.downloading, "Level", completed: 1, total: 100)
        guard case .downloading(_, let progress) = try await updates.next() else {
            Issue.record("no progress")
            return
        }
        var controls = service.controls.makeAsyncIterator()
        progress.pause()
        #expect(await controls.next()?.action == .pause)
        progress.resume()
        #expect(await controls.next()?.action == .resume)
    }

    // MARK: Restarts

    @Test func aRestartIsNotSeen() async throws {
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.began, "Level")
        service.change { $0.downloading = ["Level"] }
        service.stop()
        try service.start()
        await subscription()
        service.emit(.downloading, "Level", completed: 7, total: 100)
        service.emit(.finished, "Level")
        var seen: [String] = []
        for await update in updates { seen.append(update.description) }
        #expect(seen.first == "began Level")
        #expect(seen.last == "finished Level")
    }

    /// The service says that a pack is removed before its namespace shows it.
    @Test func aRemovalThatTheNamespaceDoesNotShowYetIsNoArrival() async throws {
        try service.install("Level")
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.stop()
        _ = service.miss(.removed, "Level")
        try service.start()
        await subscription()
        service.emit(.began, "Level")
        #expect(try await updates.next()?.description == "began Level")
    }

    @Test func aDownloadThatEndedMeanwhileIsFinished() async throws {
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.emit(.began, "Level")
        guard case .began = try await updates.next() else {
            Issue.record("not begun")
            return
        }
        service.stop()
        try service.install("Level")
        try service.start()
        await subscription()
        guard case .finished(let pack) = try await updates.next() else {
            Issue.record("not finished")
            return
        }
        #expect(pack.version == 4)
        // The service sends what it could not deliver; that end is known already.
        service.emit(.finished, "Level")
        service.emit(.began, "Tutorial")
        #expect(try await updates.next()?.description == "began Tutorial")
    }

    @Test func aDownloadThatFailedMeanwhileHasFailed() async throws {
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.began, "Level")
        var iterator = updates.makeAsyncIterator()
        guard case .began = try await iterator.next() else {
            Issue.record("not begun")
            return
        }
        service.stop()
        try service.start()
        guard case .failed(_, let error) = try await iterator.next() else {
            Issue.record("not failed")
            return
        }
        #expect((error as? ServiceFailure)?.code == .downloadFailed)
        #expect(try await iterator.next() == nil)
    }

    @Test func aWholeDownloadMeanwhileIsFinished() async throws {
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.stop()
        try service.install("Level")
        try service.start()
        var seen: [String] = []
        for await update in updates { seen.append(update.description) }
        #expect(seen == ["finished Level"])
    }

    @Test func theSequenceOfAllPacksLearnsOfItToo() async throws {
        try service.install("Tutorial")
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.stop()
        try service.install("Level")
        try service.start()
        await subscription()
        service.emit(.began, "Tutorial")
        #expect(try await updates.next()?.description == "finished Level")
        #expect(try await updates.next()?.description == "began Tutorial")
    }

    @Test func repeatedEndsAreBroughtOnce() async throws {
        var updates = await manager.statusUpdates.makeAsyncIterator()
        await subscription()
        service.emit(.began, "Level")
        let id = service.emit(.finished, "Level")
        service.emit(.finished, "Level", id: id)
        service.emit(.finished, "Level", id: id)
        service.emit(.began, "Tutorial")
        var seen: [String] = []
        while seen.count < 3, let update = try await updates.next() { seen.append(update.description) }
        #expect(seen == ["began Level", "finished Level", "began Tutorial"])
    }

    @Test func eventsOfALaterServiceAreSkipped() async throws {
        service.change {
            $0.overrides[PacksInterface.Subscribe.method] = { _, connection in
                for kind in ["subscribed", "transmogrified", "began"] {
                    let text = #"""
                        {"parameters":{"id":1,"kind":"\#(kind)","bundleID":"b","novelty":[1],"completedBytes":0,
                        "totalBytes":0,"pack":{"id":"Level","url":"u","version":4,"downloadSize":1,
                        "downloadPolicy":{"onDemand":{}}}},"continues":true}
                        """#
                    connection.send(Array(text.utf8) + [0])
                }
            }
        }
        var updates = await manager.statusUpdates.makeAsyncIterator()
        #expect(try await updates.next()?.description == "began Level")
    }

    // MARK: Consumers

    @Test func theConnectionGoesWithTheLastConsumer() async throws {
        do {
            let first = manager.statusUpdates(forAssetPackWithID: "Level")
            let second = manager.statusUpdates(forAssetPackWithID: "Tutorial")
            await subscription()
            service.emit(.finished, "Level")
            for await _ in first {}
            #expect(service.calls.filter { $0.hasSuffix("Subscribe") }.count == 1)
            _ = second
        }
        // A new one needs a new connection.
        let third = manager.statusUpdates(forAssetPackWithID: "Level")
        await subscription()
        service.emit(.finished, "Level")
        for await _ in third {}
        #expect(service.calls.filter { $0.hasSuffix("Subscribe") }.count == 2)
    }

    @Test func cancellingTheConsumerEndsItsSequence() async throws {
        let manager = manager
        let task = Task {
            for await _ in await manager.statusUpdates {}
            return true
        }
        await subscription()
        task.cancel()
        #expect(await task.value)
    }

    @Test func everyIterationIsAConsumer() async throws {
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        var first = updates.makeAsyncIterator()
        var second = updates.makeAsyncIterator()
        await subscription()
        service.emit(.finished, "Level")
        #expect(try await first.next()?.description == "finished Level")
        #expect(try await second.next()?.description == "finished Level")
        #expect(try await first.next() == nil)
    }

    @Test func downloadsGoOnWithoutEvents() async throws {
        service.change {
            $0.overrides[PacksInterface.Subscribe.method] = { _, connection in
                let error = ServiceError(.internalError, "no events today")
                connection.fail(error.wireName, error.wireParameters)
            }
        }
        let updates = manager.statusUpdates(forAssetPackWithID: "Level")
        let pack = try await manager.assetPack(withID: "Level")
        try await manager.ensureLocalAvailability(of: pack)
        #expect(manager.assetPackIsAvailableLocally(withID: "Level"))
        _ = updates
    }
}
