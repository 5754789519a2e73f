// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// What the archive of an app is called is not what an app is called.
@Suite(.timeLimit(.minutes(1)))
struct ArchiveNameTests {
    private static let other = "com.example.other"

    /// An archive of the game that is named as another app is.
    private func misnamed(in world: ServiceWorld) throws -> String {
        let path = world.folder.path(Self.other)
        try Data(try world.appArchive(build: 1)).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func archive(of bundleID: String, in world: ServiceWorld) throws -> String {
        let path = world.folder.path("Other.tar")
        let bytes = try world.appArchive(build: 1, bundleID: bundleID, group: "group.other")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func anArchiveNamedLikeAnotherAppIsNotThatApp() async throws {
        try await ServiceWorld.with { world in
            let first = try await world.installing(callID: "one", source: try misnamed(in: world))
            #expect(try await first.value == ServiceWorld.bundleID)
            let second = try await world.installing(callID: "two", source: try archive(of: Self.other, in: world))
            #expect(try await second.value == Self.other)
            let apps = try await world.call(AppsInterface.List()).apps
            #expect(apps.map(\.bundleID).sorted() == [ServiceWorld.bundleID, Self.other], "\(apps)")
            #expect(apps.allSatisfy { $0.state == .ready }, "\(apps)")
            // The end of each is known by its own call.
            #expect(try await world.lastWord("one")?.bundleID == ServiceWorld.bundleID)
            #expect(try await world.lastWord("two")?.bundleID == Self.other)
        }
    }

    @Test func anAppIsNotTouchedByAnArchiveOfItsName() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            let other = try await world.installing(callID: "other", source: try archive(of: Self.other, in: world))
            #expect(try await other.value == Self.other)
            try await world.publish("Intro", version: 1, text: "x", policy: .essential([.firstInstallation]))
            world.stall("/Intro-1.blocks")
            let installing = try await world.installing(callID: "one", source: try misnamed(in: world))
            await world.server.wait { $0.stalledCount == 1 }
            let apps = try await world.call(AppsInterface.List()).apps
            #expect(apps.first { $0.bundleID == Self.other }?.state == .ready, "\(apps)")
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: Self.other, keepData: false, callID: "uninstall"))
            world.server.release()
            #expect(try await installing.value == ServiceWorld.bundleID)
        }
    }

    @Test("An archive's name means its installation also after the service was killed") func afterARestart()
        async throws
    {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, size: 3_000_000, finally: .stall(after: 1_000_000))
            let installing = try await world.installing(callID: "one")
            // It is known which app it is.
            _ = try await world.wait {
                try await world.call(AppsInterface.List()).apps.first?.bundleID == ServiceWorld.bundleID ? true : nil
            }
            for _ in 0..<2 {
                let reply = try await world.call(
                    AppsInterface.ControlInstallation(
                        bundleID: "Game.tar", action: .pause, callID: UUID().uuidString))
                #expect(reply.bundleID == ServiceWorld.bundleID)
                try await world.restart()
                _ = await installing.result
            }
            let explanations = try await world.call(DownloadsInterface.Explain(id: "Game.tar")).explanations
            #expect(explanations.first?.state == "paused", "\(explanations)")
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: "Game.tar", action: .cancel, callID: "cancel"))
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(
                    AppsInterface.ControlInstallation(bundleID: "Game.tar", action: .cancel, callID: "again"))
            }
            #expect(error?.code == .installationNotFound && error?.message.contains("Game.tar") == true)
        }
    }
}
