// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Apps that a person has quit: a real service, server and extension.
@Suite("Apps that were quit", .timeLimit(.minutes(5))) struct QuitAppTests {
    @Test("A2: the extension of an app that was quit is not woken until the app is opened, over a restart, too")
    func extensionSleeps() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            world.server.serve("/s1", [UInt8](repeating: 1, count: 1000), faults: [.stall(after: 500)])
            try await world.schedule(world.file("s1"))
            await world.server.wait { $0.stalledCount == 1 }
            let time = world.clock.now
            let reply = try await world.call(AppsInterface.Quit(bundleID: ServiceWorld.bundleID))
            #expect(reply == .init(ended: [], killed: []))
            world.clock.advance(by: 10)
            world.server.release()
            // Its downloads go on.
            try await world.waitForNoFiles()
            try await world.restart()
            let explanations = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            let held = try #require(explanations.first { $0.state == "not run" })
            #expect(held.reason == "a person has quit the app")
            #expect(held.since == time)
            #expect(world.cached("s1.finished") == nil)
            // It has no delegate for it.
            try await world.app().close()
            _ = try await world.wait { world.cached("s1.finished") }
        }
    }

    @Test("A2: an app is opened when a person has it launched, whether or not it says so itself")
    func launching() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            _ = try await world.call(AppsInterface.Quit(bundleID: ServiceWorld.bundleID))
            let store = try AssetStore(path: world.root + "/service.sqlite")
            #expect(try await store.app(ServiceWorld.bundleID)?.quitAt != nil)
            let reply = try await world.call(AppsInterface.Launch(bundleID: ServiceWorld.bundleID))
            let app = try #require(try await store.app(ServiceWorld.bundleID))
            #expect(app.quitAt == nil)
            #expect(app.firstLaunchedAt == world.clock.now)
            // What is the app's own where others have the person's: no other program's, and gone with the app.
            let caches = try #require(reply.environment["XDG_CACHE_HOME"])
            #expect(caches.hasSuffix("/caches/" + ServiceWorld.bundleID))
            #expect(FileManager.default.fileExists(atPath: caches + "/CACHEDIR.TAG"))
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            #expect(!FileManager.default.fileExists(atPath: caches))
        }
    }

    @Test("Only apps on record are quit, and only by people") func refusals() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let unknown = await #expect(throws: ServiceError.self) {
                try await world.call(AppsInterface.Quit(bundleID: "com.example.none"))
            }
            #expect(unknown?.code == .appNotFound)
            let app = try await world.app()
            defer { app.close() }
            let byApp = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(AppsInterface.Quit(bundleID: ServiceWorld.bundleID), on: app)
            }
            #expect(byApp?.code == .notAttributed)
        }
    }
}
