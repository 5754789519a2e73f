// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// First installations that are cancelled while essential assets come and others wait for these.
@Suite(.timeLimit(.minutes(5)))
struct CancelledInstallationTests {
    /// Cancels the first installation, once its essential download has stalled.
    private func cancel(in world: ServiceWorld) async throws {
        let connection = try VarlinkConnection(path: world.location.socketPath)
        defer { connection.close() }
        let call = AppsInterface.Register(path: world.folder.path("Game.app"), callID: UUID().uuidString)
        let installation = Task {
            for try await _ in try connection.stream(
                AppsInterface.Register.method, call, returning: InstallationProgress.self)
            {}
        }
        await world.server.wait { $0.stalledCount == 1 }
        _ = try await world.call(
            AppsInterface.ControlInstallation(
                bundleID: ServiceWorld.bundleID, action: .cancel, callID: UUID().uuidString))
        _ = try? await installation.value
        #expect(try await world.call(AppsInterface.List()).apps == [])
    }

    @Test("B3: packs that were to come in the background are not asked for when an installation is cancelled")
    func packs() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Tutorial", version: 1, text: "one", policy: .essential([.firstInstallation]))
            for number in 0..<20 {
                try await world.publish(
                    "Level\(number)", version: 1, text: "one", policy: .prefetch([.firstInstallation]))
            }
            world.stall("/Tutorial-1.aar")
            try await cancel(in: world)
            #expect(world.server.requests.filter { $0.path.hasPrefix("/Level") }.map(\.path) == [])
        }
    }

    @Test("B3: files that were to come in the background are not asked for when an installation is cancelled")
    func files() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            let others = (0..<20).map { "level\($0)" }
            world.serveContent(["tutorial essential"] + others.map { $0 + " -" })
            for name in ["tutorial"] + others {
                // It is as long as it was said to be: another length would fail before it is cancelled.
                world.server.serve(
                    "/" + name, [UInt8](repeating: 1, count: 100_000),
                    faults: name == "tutorial" ? [.stall(after: 0)] : [])
            }
            try await cancel(in: world)
            #expect(world.server.requests.filter { $0.path.hasPrefix("/level") }.map(\.path) == [])
        }
    }

    private func stallEssential(_ world: ServiceWorld) {
        world.serveContent(["tutorial essential"])
        world.server.serve("/tutorial", [UInt8](repeating: 1, count: 100_000), finally: .stall(after: 0))
    }

    @Test("B3: what an extension has written goes with the first installation that is cancelled") func containers()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            stallEssential(world)
            try await cancel(in: world)
            // It was asked, and has written that down.
            #expect(world.server.requests.contains { $0.path == "/tutorial" })
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/groups") == [])
        }
    }

    @Test("B3: what an earlier installation has kept stays when one is cancelled") func keptData() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            try Data("save".utf8).write(to: URL(fileURLWithPath: world.caches + "/save"))
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: true, callID: UUID().uuidString))
            stallEssential(world)
            // The driven clock has not moved: the two would be told apart by time alone.
            world.clock.advance(by: 1)
            try await cancel(in: world)
            #expect(world.cached("save") == "save")
        }
    }
}
