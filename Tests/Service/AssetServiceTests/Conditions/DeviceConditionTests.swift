// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import MessageBus
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What the services of a desktop tell, on a real bus, and what follows for downloads.
@Suite("Conditions of the device", .timeLimit(.minutes(5))) struct DeviceConditionTests {
    private static let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    private static let manager = "org.freedesktop.NetworkManager"
    private static let games = "com.feralinteractive.GameMode"

    private func with(
        keys: String = "", _ body: (ServiceWorld, TestDesktop) async throws -> Void
    ) async throws {
        try await ServiceWorld.with(keys: keys) { world in
            for name in ["s1", "s2"] { world.server.serve("/" + name, Self.bytes) }
            try await TestDesktop.with(in: world.folder) { desktop in
                world.buses = BusAddresses(system: desktop.address, session: desktop.address)
                try await world.restart()
                try await world.install()
                try await body(world, desktop)
            }
        }
    }

    private func set(_ name: String, _ value: String?, _ world: ServiceWorld) async throws {
        _ = try await world.call(ControlInterface.SetSetting(name: name, value: value))
    }

    private func meter(_ value: UInt32, _ desktop: TestDesktop) throws {
        try desktop.set("/org/freedesktop/NetworkManager", Self.manager, "Metered", .unsigned(value))
    }

    private func waiting(_ name: String, _ world: ServiceWorld) async throws -> Explanation {
        try await world.wait {
            let told = try await world.call(DownloadsInterface.Explain(id: name)).explanations.first
            return told?.state == "waiting" ? told : nil
        }
    }

    @Test("B12: nothing is downloaded in the background over a metered connection, as NetworkManager or a person says")
    func metered() async throws {
        try await with { world, desktop in
            try meter(1, desktop)
            try desktop.own(Self.manager)
            try await world.restart()
            try await world.schedule(world.file("s1"))
            let told = try await waiting("s1", world)
            #expect(told.reason == "the connection is metered (NetworkManager)")
            #expect(told.since == world.clock.now)
            #expect(told.endsWhen?.contains("`ba settings metered off`") == true)
            // It is not, any more: nobody has to ask for that.
            try meter(2, desktop)
            try await world.waitForNoFiles()
            try await set("metered", "on", world)
            try await world.schedule(world.file("s2"))
            #expect(try await waiting("s2", world).reason == "the connection is metered")
            try await set("metered", "off", world)
            try meter(1, desktop)
            try await world.waitForNoFiles()
        }
    }

    @Test("B12: Low Power Mode goes by the power profile of the system") func profile() async throws {
        try await with { world, desktop in
            let profiles = "org.freedesktop.UPower.PowerProfiles"
            func choose(_ profile: String) throws {
                try desktop.set("/org/freedesktop/UPower/PowerProfiles", profiles, "ActiveProfile", .text(profile))
            }
            try choose("performance")
            try desktop.own(profiles)
            try await world.restart()
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 10)])
            try await world.schedule(world.file("s1"))
            await world.server.wait { $0.stalledCount == 1 }
            try choose("power-saver")
            #expect(
                try await waiting("s1", world).reason == "Low Power Mode is on (the power profile is power-saver)")
            let findings = try await world.call(ControlInterface.Doctor()).findings
            #expect(findings.contains { $0.subject == "desktop" && $0.message.contains(profiles) })
            // In this mode nothing more can be scheduled.
            await #expect(throws: ServiceError.self) { try await world.schedule(world.file("s2")) }
            try choose("performance")
            world.server.release()
            try await world.waitForNoFiles()
        }
    }

    @Test("Nothing is downloaded for others while a game is played; what the game itself wants is") func games()
        async throws
    {
        try await with { world, desktop in
            try desktop.set("/com/feralinteractive/GameMode", Self.games, "ClientCount", .signed(1))
            try desktop.own(Self.games)
            try await world.restart()
            try await world.schedule(world.file("s1"))
            #expect(try await waiting("s1", world).reason == "a game is in front (GameMode)")
            let app = try await world.app()
            try await world.waitForNoFiles()
            app.close()
            try await set("game-in-front", "off", world)
            try await world.schedule(world.file("s2"))
            try await world.waitForNoFiles()
        }
    }

    @Test("An app that says that it is a game is one while it runs") func ownGames() async throws {
        let key = "<key>LSApplicationCategoryType</key><string>public.app-category.action-games</string>"
        try await with(keys: key) { world, _ in
            let other = "com.example.other"
            try await world.installAnother(other)
            let game = try await world.app()
            var file = world.file("s1")
            file.groupID = "group." + other
            try await world.schedule(file, of: other)
            #expect(try await waiting("s1", world).reason.hasPrefix("a game is in front ("))
            game.close()
            try await world.waitForNoFiles()
        }
    }

    @Test("A game that was put in the background is none in front when its process connects anew")
    func gamesInTheBackground() async throws {
        let key = "<key>LSApplicationCategoryType</key><string>public.app-category.action-games</string>"
        try await with(keys: key) { world, _ in
            let other = "com.example.other"
            try await world.installAnother(other)
            let game = try await world.app()
            defer { game.close() }
            _ = try await world.call(AppsInterface.SetState(bundleID: ServiceWorld.bundleID, state: .background))
            let again = try await world.app()
            defer { again.close() }
            var file = world.file("s1")
            file.groupID = "group." + other
            try await world.schedule(file, of: other)
            try await world.waitForNoFiles()
        }
    }

    @Test("What failed for want of a network is tried as soon as there is one") func network() async throws {
        try await with { world, desktop in
            func connect(_ value: UInt32) throws {
                try desktop.set("/org/freedesktop/NetworkManager", Self.manager, "Connectivity", .unsigned(value))
            }
            try connect(1)
            try desktop.own(Self.manager)
            try await world.restart()
            world.server.serve("/s1", Self.bytes, faults: [.closing])
            world.server.serve("/s2", Self.bytes, faults: [.status(503, headers: [("Retry-After", "3600")])])
            for name in ["s1", "s2"] { try await world.schedule(world.file(name)) }
            _ = try await world.wait {
                try await world.files().allSatisfy { $0.waiting?.contains("waiting for the next try") == true }
                    ? true : nil
            }
            try connect(4)
            // No time has passed; what the server has put off stays put off.
            let left = try await world.wait {
                let files = try await world.files()
                return files.count == 1 ? files : nil
            }
            #expect(left.map(\.file.identifier) == ["s2"])
            #expect(left.first?.waiting?.contains("503") == true)
        }
    }
}
