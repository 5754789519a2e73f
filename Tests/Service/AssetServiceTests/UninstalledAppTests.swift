// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import Logging
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// What comes too late for an app that has been uninstalled.
@Suite(.timeLimit(.minutes(5)))
struct UninstalledAppTests {
    @Test func nothingOfAnAppThatRanIsLeft() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Level") == [])
            let running = try await world.app()
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "one"))
            // It ends, and the service looks after its packs.
            running.close()
            try await world.stop()
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/packs") == [])
            try await world.start()
        }
    }

    @Test("A7: a process that outlives its app hears nothing of the next one of that name, and has no say in it")
    func nothingGoesToAProcessOfBefore() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let (follower, app) = (try await world.app(), try await world.app())
            defer {
                follower.close()
                app.close()
            }
            var events = try follower.stream(
                FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self
            )
            .makeAsyncIterator()
            #expect(try await events.next()?.kind == .subscribed)
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "one"))
            // Its connections end.
            await #expect(throws: VarlinkError.self) { while try await events.next() != nil {} }
            try await world.install()
            world.server.serve("/one", [1, 2, 3])
            await #expect(throws: (any Error).self) {
                try await ServiceWorld.call(
                    FilesInterface.Schedule(file: world.file("one"), foreground: false), on: app)
            }
            #expect(try await world.files().isEmpty)
            #expect(try await world.explain(ServiceWorld.bundleID).map(\.state) == ["ready"])
        }
    }

    @Test func whatIsAskedForTooLateIsNotBegun() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            world.stallManifest()
            let other = try VarlinkConnection(path: world.location.socketPath)
            defer { other.close() }
            let asking = Task {
                try await ServiceWorld.call(
                    PacksInterface.EnsureLocalAvailability(
                        bundleID: ServiceWorld.bundleID, packIDs: ["Level"], requireLatestVersion: true, callID: "one"),
                    on: other)
            }
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "two"))
            world.server.release()
            let error = await #expect(throws: ServiceError.self) { try await asking.value }
            #expect(error?.code == .appNotFound, "\(String(describing: error))")
            #expect(try await world.call(DownloadsInterface.List(bundleID: nil)).downloads.isEmpty)
            let unknown = await #expect(throws: ServiceError.self) {
                try await world.call(DownloadsInterface.List(bundleID: ServiceWorld.bundleID))
            }
            #expect(unknown?.code == .appNotFound)
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/packs") == [])
        }
    }

    @Test func aPackThatArrivesTooLateIsNotPutInPlace() async throws {
        try await TemporaryFolder.with { folder in
            let layout = StoreLayout(root: folder.path("root"))
            try layout.prepare(userID: ProcessIdentity.userID)
            let local = LocalPacksService(
                store: try AssetStore(path: layout.database), layout: layout, clock: DrivenClock(),
                logger: Logger(label: "test"))
            let staged = layout.spool + "/staged"
            try FileManager.default.createDirectory(
                atPath: staged + "/Contents", withIntermediateDirectories: true)
            try Data("level".utf8).write(to: URL(fileURLWithPath: staged + "/Contents/map"))
            let entry = DownloadManifestEntry(
                id: "Level", url: "Level", version: 1, downloadSize: 5, downloadPolicy: .onDemand, host: nil)
            let event = PackEvent(id: 1, kind: .finished, bundleID: "com.example.gone", pack: entry)
            let error = await #expect(throws: ServiceError.self) {
                try await local.install(
                    entry, bundleID: "com.example.gone", stagedPath: staged, files: [], told: event)
            }
            #expect(error?.code == .appNotFound)
            #expect(try FileManager.default.contentsOfDirectory(atPath: layout.packs) == [])
        }
    }
}
