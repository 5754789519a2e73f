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

/// What an installation could not have comes later, by itself.
@Suite(.timeLimit(.minutes(5)))
struct LatePacksTests {
    private static let essential = DownloadPolicy.essential([.firstInstallation])

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "essential-patience", value: "0"))
            try await world.publish("Tutorial", version: 1, text: "one", policy: Self.essential)
            try await body(world)
        }
    }

    @Test("B7: packs come by themselves when the manifest could not be had at the installation")
    func theManifestComesLater() async throws {
        try await with { world in
            world.server.serve("/manifest", [], finally: .status(503))
            let progress = try #require(try await world.install())
            #expect(progress.detail?.contains("installed without asset packs") == true, "\(progress)")
            #expect(try await world.localVersion("Tutorial") == nil)
            // Over a restart, too.
            try await world.restart()
            world.change { _ in }
            world.clock.advance(by: CheckSchedule.firstRetry + 10)
            try await world.waitForVersion(1, of: "Tutorial")
            // It is made up for once: what is removed stays so.
            _ = try await world.call(
                PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "Tutorial", callID: "one"))
            #expect(try await world.check().updatingIDs == [])
            #expect(try await world.localVersion("Tutorial") == nil)
        }
    }

    @Test("A15: packs that wait to be tried again are not there: who has the app updated is told of them")
    func waitingPacks() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Music", version: 1, text: "one", policy: .prefetch([.firstInstallation]))
            world.server.serve("/Music-1.aar", [], finally: .status(503))
            try await world.install()
            _ = try await world.wait { try await world.records()["Music"]?.waiting }
            #expect(try await world.check().updatingIDs == ["Music"])
            // What somebody has paused waits for them.
            func control(_ action: DownloadsInterface.ControlDownload.Action) async throws {
                _ = try await world.call(
                    DownloadsInterface.ControlDownload(
                        bundleID: ServiceWorld.bundleID, packID: "Music", action: action, callID: UUID().uuidString))
            }
            try await control(.pause)
            #expect(try await world.check().updatingIDs == [])
            try await control(.resume)
            world.change { _ in }
            world.server.serve("/Music-1.aar", world.files["/Music-1.aar"] ?? [])
            #expect(try await world.get("Music") == [])
        }
    }

    @Test(
        "A14: what an installation might not ask for is explained, and comes as soon as that is over",
        arguments: [("low-power-mode", "on", "off"), ("background-refresh", "off", "on")])
    func heldExtension(_ setting: String, _ holding: String, _ open: String) async throws {
        try await with { world in
            try await world.set(setting, holding)
            try await world.install()
            let told = try await world.wait { try await world.explain("Tutorial").first }
            #expect(told.condition == (setting == "low-power-mode" ? .lowPowerMode : .backgroundRefreshOff))
            #expect(told.since == world.clock.now && told.nextAttempt == nil && told.endsWhen != nil, "\(told)")
            try await world.set(setting, open)
            try await world.waitForVersion(1, of: "Tutorial")
        }
    }

    @Test(
        "B7: what comes by itself goes on when the app, which waited for it, could not have it at once",
        arguments: [DownloadPolicy.prefetch([.firstInstallation]), Self.essential])
    func promoted(policy: DownloadPolicy) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "essential-patience", value: "0"))
            try await world.publish("B", version: 1, text: "one", policy: policy)
            let archive = try #require(world.files["/B-1.aar"])
            world.server.serve("/B-1.aar", archive, faults: [.status(503), .closing, .closing])
            try await world.install()
            _ = try await world.told("B", .serverError, because: "status 503")
            // A person does not wait for a network that is not there.
            let failures = try await world.get("B")
            #expect(failures.map(\.packID) == ["B"])
            let told = try await world.told("B", .noConnection, because: "no connection")
            #expect(told.nextAttempt != nil)
            try await world.restart()
            _ = try await world.get("B")
            #expect(try await world.localVersion("B") == nil)
            world.clock.advance(by: 20)
            try await world.waitForVersion(1, of: "B")
        }
    }

    @Test("What the app alone asked for, and could not have, is not fetched later") func onDemand() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("B", version: 1, text: "one")
            let archive = try #require(world.files["/B-1.aar"])
            world.server.serve("/B-1.aar", archive, faults: [.closing])
            try await world.install()
            #expect(try await world.get("B").map(\.packID) == ["B"])
            #expect(try await world.call(DownloadsInterface.List()).downloads.isEmpty)
        }
    }

    @Test("B7: looking for updates brings what the installation could not") func lookingForUpdates() async throws {
        try await with { world in
            world.server.serve("/manifest", [], finally: .status(404))
            try await world.install()
            await #expect(throws: ServiceError.self) { try await world.check() }
            world.change { _ in }
            #expect(try await world.check().updatingIDs == ["Tutorial"])
            try await world.waitForVersion(1, of: "Tutorial")
            let app = try #require(try await world.call(AppsInterface.List()).apps.first)
            #expect(app.note == nil, "\(app)")
        }
    }

    @Test("B7: who looks for updates hears of an extension that fails again") func theExtensionFailsAgain() async throws
    {
        try await ServiceWorld.with { world in
            try await world.publish("Tutorial", version: 1, text: "one", policy: Self.essential)
            try await world.install()
            // What is here is updated all the same.
            try await world.publish("Level", version: 1, text: "one")
            #expect(try await world.get("Level") == [])
            try await world.publish("Level", version: 2, text: "two")
            let found = try await world.check()
            #expect(
                found.updatingIDs == ["Level"] && found.problem?.contains("exited with status 3") == true, "\(found)")
            try await world.waitForVersion(2, of: "Level")
            // An app gets the updates of what it has all the same.
            let app = try await world.app()
            defer { app.close() }
            let reply = try await ServiceWorld.call(PacksInterface.CheckForUpdates(callID: "one"), on: app)
            #expect(reply == .init(updatingIDs: [], removedIDs: []))
        }
    }

    @Test("B7: an essential pack that does not come in time comes in the background") func inTheBackground()
        async throws
    {
        try await with { world in
            let path = "/Tutorial-1.aar"
            let bytes = try #require(world.files[path])
            world.server.serve(path, bytes, faults: [.status(503)])
            let progress = try #require(try await world.install())
            #expect(progress.detail?.contains("which comes in the background") == true, "\(progress)")
            world.clock.advance(by: 10)
            try await world.waitForVersion(1, of: "Tutorial")
        }
    }
}
