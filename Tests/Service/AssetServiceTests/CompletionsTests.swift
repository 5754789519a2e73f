// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What an app hears of the ends of its downloads that it was away for.
@Suite(.timeLimit(.minutes(5)))
struct CompletionsTests {
    private func acknowledge(_ events: [PackEvent], _ world: ServiceWorld) async throws {
        let connection = try await world.app()
        defer { connection.close() }
        _ = try await ServiceWorld.call(PacksInterface.Acknowledge(eventIDs: events.map(\.id)), on: connection)
    }

    @Test("C5: ends of downloads wait for the app, over restarts, until it has taken them")
    func endsOfDownloadsWaitForTheApp() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.publish("Gone", version: 1, text: "gone")
            world.server.serve("/Gone-1.blocks", [], finally: .status(404))
            try await world.install()
            #expect(try await world.get("Level") == [])
            #expect(try await world.get("Gone").map(\.error.code) == [.downloadFailed])
            let missed = try await world.missed()
            #expect(missed.map(\.kind) == [.finished, .failed])
            #expect(missed.map { $0.pack?.id } == ["Level", "Gone"])
            #expect(missed.allSatisfy { $0.missed == true })
            #expect(missed.last?.failure?.message.contains("404") == true)
            // The same events, with the same IDs, until they are acknowledged; also after a restart.
            try await world.restart()
            #expect(try await world.missed() == missed)
            #expect(try await world.missed(packID: "Gone") == [missed[1]])
            try await acknowledge([missed[0]], world)
            #expect(try await world.missed() == [missed[1]])
            try await acknowledge(missed, world)
            try await world.restart()
            #expect(try await world.missed() == [])
        }
    }

    @Test func whoDoesNotAcknowledgeGetsWhatHappensFromNowOn() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Level") == [])
            let connection = try await world.app()
            defer { connection.close() }
            var events = try connection.stream(
                PacksInterface.Subscribe.method, PacksInterface.Subscribe(), returning: PackEvent.self
            ).makeAsyncIterator()
            #expect(try await events.next()?.kind == .subscribed)
            try await world.publish("Level", version: 2, text: "two")
            #expect(try await world.get("Level", latest: true) == [])
            var last: PackEvent?
            while let event = try await events.next() {
                last = event
                if event.isCompletion { break }
            }
            #expect(last?.pack?.version == 2)
            #expect(last?.missed == nil)
        }
    }

    @Test("C7: an app hears of packs that were taken away without its doing")
    func anAppHearsOfPacksThatWereTakenAway() async throws {
        try await ServiceWorld.with { world in
            for id in ["Own", "Tool", "Back"] { try await world.publish(id, version: 1, text: id) }
            try await world.install()
            #expect(try await world.get("Own", "Tool", "Back") == [])
            let connection = try await world.app()
            _ = try await ServiceWorld.call(
                PacksInterface.Remove(packID: "Own", callID: UUID().uuidString), on: connection)
            connection.close()
            _ = try await world.call(PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "Tool"))
            world.change { manifest in
                manifest.assetPacks.removeAll { $0.id == "Back" }
                manifest.removed = ["Back"]
            }
            #expect(try await world.check().removedIDs == ["Back"])
            let missed = try await world.missed()
            // That they once came is no news any more; that the app removed one itself is none either.
            #expect(missed.map(\.kind) == [.removed, .removed])
            #expect(missed.compactMap { $0.pack?.id } == ["Tool", "Back"])
        }
    }

    @Test func anEndThatWasMissedIsNotSentASecondTimeOnTheSameConnection() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Level") == [])
            let connection = try await world.app()
            defer { connection.close() }
            var events = try connection.stream(
                PacksInterface.Subscribe.method, PacksInterface.Subscribe(acknowledges: true), returning: PackEvent.self
            ).makeAsyncIterator()
            let first = try await events.next()
            #expect(first?.kind == .finished)
            #expect(try await events.next()?.kind == .subscribed)
            try await world.publish("Level", version: 2, text: "two")
            #expect(try await world.get("Level", latest: true) == [])
            var ids: [Int64] = []
            while let event = try await events.next() {
                ids.append(event.id)
                if event.isCompletion { break }
            }
            #expect(!ids.contains(first?.id ?? 0))
            // Nobody has acknowledged anything.
            #expect(try await world.missed().map { $0.pack?.version } == [1, 2])
        }
    }

    @Test func anUninstalledAppLeavesNothingBehind() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Level") == [])
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            try await world.install()
            #expect(try await world.missed() == [])
        }
    }
}
