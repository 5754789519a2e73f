// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Logging
import MessageBus
import Testing

@testable import DeviceConditions

/// Real buses, with services on them that tell what a test has them tell.
@Suite("Services of the desktop", .timeLimit(.minutes(2))) struct DeviceWatchTests {
    /// Watches while `body` runs, which gets the reports as they come.
    private func watch(
        _ addresses: BusAddresses, _ body: (DeviceWatch, AsyncStream<Void>) async throws -> Void
    ) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try DeviceWatch(addresses, logger: Logger(label: "test")) { continuation.yield() }
        await watch.start()
        do { try await body(watch, changes) } catch {
            watch.stop()
            throw error
        }
        watch.stop()
    }

    private func wait(
        _ watch: DeviceWatch, _ changes: AsyncStream<Void>, for condition: (DeviceReport) -> Bool
    ) async {
        if condition(watch.report) { return }
        for await _ in changes where condition(watch.report) { return }
    }

    private static let manager = "org.freedesktop.NetworkManager"
    private static let managerPath = "/org/freedesktop/NetworkManager"

    @Test("What is told when the service starts is known at once; changes come by themselves") func changes()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                try desktop.set(Self.managerPath, Self.manager, "Metered", .unsigned(1))
                try desktop.set(Self.managerPath, Self.manager, "Connectivity", .unsigned(4))
                try desktop.own(Self.manager)
                try await watch(BusAddresses(system: desktop.address)) { watch, changes in
                    #expect(watch.report.metered == "NetworkManager")
                    #expect(watch.report.connectivity == .full)
                    #expect(watch.report.services == [Self.manager])
                    try desktop.set(Self.managerPath, Self.manager, "Metered", .unsigned(2))
                    await wait(watch, changes) { $0.metered == nil }
                    try desktop.set(Self.managerPath, Self.manager, "Connectivity", .unsigned(1))
                    await wait(watch, changes) { $0.connectivity == DeviceReport.Connectivity.none }
                    #expect(watch.report.services == [Self.manager])
                }
            }
        }
    }

    @Test("Who is plugged in, and who is not any more, is told by UPower") func battery() async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                let (service, path) = ("org.freedesktop.UPower", "/org/freedesktop/UPower")
                try desktop.set(path, service, "OnBattery", .toggle(false))
                try desktop.own(service)
                try await watch(BusAddresses(system: desktop.address)) { watch, changes in
                    #expect(watch.report.isOnBattery == false)
                    try desktop.set(path, service, "OnBattery", .toggle(true))
                    await wait(watch, changes) { $0.isOnBattery == true }
                    try desktop.release(service)
                    await wait(watch, changes) { $0.isOnBattery == nil }
                }
            }
        }
    }

    @Test("A service that comes later is heard, and what it told is forgotten when it goes") func comingAndGoing()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder, named: "system") { system in
                try await TestDesktop.with(in: folder, named: "session") { session in
                    try await watch(BusAddresses(system: system.address, session: session.address)) { watch, changes in
                        #expect(watch.report == DeviceReport())
                        let profiles = "org.freedesktop.UPower.PowerProfiles"
                        try system.set(
                            "/org/freedesktop/UPower/PowerProfiles", profiles, "ActiveProfile", .text("power-saver"))
                        try system.own(profiles)
                        await wait(watch, changes) { $0.powerSaver != nil }
                        try system.release(profiles)
                        await wait(watch, changes) { $0.powerSaver == nil }
                        let games = "com.feralinteractive.GameMode"
                        try session.set("/com/feralinteractive/GameMode", games, "ClientCount", .signed(1))
                        try session.own(games)
                        await wait(watch, changes) { $0.game != nil }
                        try session.set("/com/feralinteractive/GameMode", games, "ClientCount", .signed(0))
                        await wait(watch, changes) { $0.game == nil }
                    }
                }
            }
        }
    }

    @Test("The portal answers a call, and not only properties") func portal() async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                let (path, portal) = ("/org/freedesktop/portal/desktop", "org.freedesktop.portal.")
                try desktop.set(path, portal + "NetworkMonitor", "GetMetered", .toggle(true))
                try desktop.set(path, portal + "PowerProfileMonitor", "power-saver-enabled", .toggle(true))
                try desktop.own(portal + "Desktop")
                try await watch(BusAddresses(session: desktop.address)) { watch, _ in
                    #expect(watch.report.metered == "the desktop")
                    #expect(watch.report.powerSaver == "the desktop saves power")
                }
            }
        }
    }

    @Test("A value of another type is none", arguments: [TestDesktop.Value.text("1"), .list, .nothing])
    func otherTypes(_ value: TestDesktop.Value) async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                try desktop.set(Self.managerPath, Self.manager, "Metered", value)
                try desktop.set(Self.managerPath, Self.manager, "Connectivity", .unsigned(4))
                try desktop.own(Self.manager)
                try await watch(BusAddresses(system: desktop.address)) { watch, _ in
                    #expect(watch.report.metered == nil)
                    #expect(watch.report.connectivity == .full)
                }
            }
        }
    }

    @Test("A service that does not answer holds nobody up for long, and tells nothing") func silence() async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                try desktop.set(Self.managerPath, Self.manager, "Metered", .unsigned(1))
                try desktop.own(Self.manager)
                desktop.hold(true)
                try await watch(BusAddresses(system: desktop.address)) { watch, _ in
                    #expect(watch.report == DeviceReport())
                }
            }
        }
    }

    @Test("What others tell is known while one service is slow, and what that said last holds") func slow() async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                try desktop.set(Self.managerPath, Self.manager, "Metered", .unsigned(1))
                try desktop.set(Self.managerPath, Self.manager, "Connectivity", .unsigned(4))
                try desktop.own(Self.manager)
                try await desktop.withAnother { other in
                    let (service, path) = ("org.freedesktop.UPower", "/org/freedesktop/UPower")
                    try other.set(path, service, "OnBattery", .toggle(true))
                    try other.own(service)
                    try await watch(BusAddresses(system: desktop.address)) { watch, changes in
                        #expect(watch.report.isOnBattery == true)
                        other.hold(true)
                        try desktop.set(Self.managerPath, Self.manager, "Connectivity", .unsigned(1))
                        await wait(watch, changes) { $0.connectivity == DeviceReport.Connectivity.none }
                        #expect(watch.report.metered == "NetworkManager" && watch.report.isOnBattery == true)
                        other.hold(false)
                        try other.set(path, service, "OnBattery", .toggle(false))
                        await wait(watch, changes) { $0.isOnBattery == false }
                        other.hold(true)
                        try other.release(service)
                        await wait(watch, changes) { $0.isOnBattery == nil }
                    }
                }
            }
        }
    }

    @Test("With the bus goes what was told on it") func lostBus() async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                try desktop.set(Self.managerPath, Self.manager, "Metered", .unsigned(1))
                try desktop.own(Self.manager)
                try await watch(BusAddresses(system: desktop.address)) { watch, changes in
                    #expect(watch.report.metered != nil)
                    desktop.end()
                    await wait(watch, changes) { $0 == DeviceReport() }
                }
            }
        }
    }

    @Test(
        "A bus that is not there tells nothing",
        arguments: ["unix:path=/nonexistent/bus", "nonsense", "unix:path=/dev/null", "tcp:host=127.0.0.1,port=1"])
    func noBus(_ address: String) async throws {
        try await watch(BusAddresses(system: address, session: address)) { watch, _ in
            #expect(watch.report == DeviceReport())
        }
    }

    @Test("Buses are where the environment says, or where they always are, if anything is there") func addresses()
        async throws
    {
        let named = BusAddresses(environment: [
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b",
        ])
        #expect(named == BusAddresses(system: "unix:path=/a", session: "unix:path=/b"))
        try await TemporaryFolder.with { folder in
            #expect(BusAddresses(environment: ["XDG_RUNTIME_DIR": folder.path]).session == nil)
            try folder.write("", to: "bus")
            #expect(
                BusAddresses(environment: ["XDG_RUNTIME_DIR": folder.path]).session == "unix:path=" + folder.path("bus")
            )
            #expect(BusAddresses(environment: ["XDG_RUNTIME_DIR": "relative"]).session == nil)
        }
    }
}
