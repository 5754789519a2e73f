// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService
@testable import BackgroundAssets

/// Updates and checks of apps that a person has quit: a real service, server and extension.
@Suite("Updates of apps that were quit", .timeLimit(.minutes(5))) struct QuitAppUpdateTests {
    private static let day: Double = 86_400

    /// With build 1 installed from the server, whose extension was asked once, and quit.
    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/content", [])
            try world.serveApp(build: 1)
            try #require(try await world.installFromServer()?.phase == .finished)
            #expect(world.cached("request") == "1")
            _ = try await world.call(AppsInterface.Quit(bundleID: ServiceWorld.bundleID))
            try await body(world)
        }
    }

    /// Opens the app, for which nothing else is to be waited.
    private func expectAskedWhenOpened(_ world: ServiceWorld, for request: BAContentRequest) async throws {
        try await world.app().close()
        _ = try await world.wait { world.cached("request") == "\(request.rawValue)" ? true : nil }
    }

    @Test("A2: an update does not wake the extension of an app that was quit, until the app is opened")
    func updates() async throws {
        try await with { world in
            try world.serveApp(build: 2)
            world.clock.advance(by: Self.day + 10)
            try await world.waitForBuild("2")
            #expect(world.cached("request") == "1")
            #expect(try world.extensionProcesses() == [])
            // For what the update could not ask.
            try await expectAskedWhenOpened(world, for: .update)
            // What was owed is told no more.
            _ = try await world.wait { () -> Bool? in
                try await world.explain(ServiceWorld.bundleID).allSatisfy { !$0.reason.contains("has quit") }
                    ? true : nil
            }
        }
    }

    @Test("A2: what an update could not ask is asked when the app is opened, also by another run of the service")
    func updatesOverARestart() async throws {
        try await with { world in
            try world.serveApp(build: 2)
            world.clock.advance(by: Self.day + 10)
            try await world.waitForBuild("2")
            try await world.restart()
            world.clock.advance(by: 60)
            #expect(world.cached("request") == "1")
            try await expectAskedWhenOpened(world, for: .update)
        }
    }

    @Test("A2: packs that an update could not ask for come when the app is opened") func managedUpdates() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try world.serveApp(build: 1)
            try #require(try await world.installFromServer()?.phase == .finished)
            _ = try await world.call(AppsInterface.Quit(bundleID: ServiceWorld.bundleID))
            try await world.publish("New", version: 1, text: "x", policy: .essential([.subsequentUpdate]))
            try world.serveApp(build: 2)
            world.clock.advance(by: Self.day + 10)
            try await world.waitForBuild("2")
            #expect(try await world.localVersion("New") == nil)
            try await world.app().close()
            try await world.waitForVersion(1, of: "New")
        }
    }

    @Test("A2: a periodic check does not wake the extension of an app that was quit, until the app is opened")
    func checks() async throws {
        try await with { world in
            world.clock.advance(by: 8 * Self.day)
            _ = try await world.wait { try await world.check(isRecordedAfter: 7 * Self.day) ? true : nil }
            #expect(world.cached("request") == "1")
            #expect(world.server.requests.filter { $0.path == "/content" }.count == 1)
            try await expectAskedWhenOpened(world, for: .periodic)
        }
    }
}
