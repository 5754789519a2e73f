// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import DeviceConditions
import Foundation
import Glibc
import MessageBus
import ServiceInterface
import Testing

/// What the services of a desktop tell, on a real bus, and what follows for the background tasks of an app.
@Suite("D2: What background tasks need", .timeLimit(.minutes(2))) struct TaskConditionTests {
    private struct Device {
        let desktop: TestDesktop

        /// Waits until the service has heard that there is no network, that nothing but the battery feeds the machine, or that power is saved.
        func waitUntilHeard(_ world: ServiceWorld, _ isMeant: @escaping (DeviceReport) -> Bool) async throws {
            _ = try await world.wait { isMeant(world.deviceReport) ? true : nil }
        }

        func setNetwork(_ isThere: Bool) throws {
            try desktop.set(
                "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Connectivity",
                .unsigned(isThere ? 4 : 1))
        }

        func setPower(_ isExternal: Bool) throws {
            try desktop.set(
                "/org/freedesktop/UPower", "org.freedesktop.UPower", "OnBattery", .toggle(!isExternal))
        }

        func setSaving(_ isSaving: Bool) throws {
            try desktop.set(
                "/org/freedesktop/UPower/PowerProfiles", "org.freedesktop.UPower.PowerProfiles", "ActiveProfile",
                .text(isSaving ? "power-saver" : "balanced"))
        }
    }

    private func with(_ body: (TaskWorld, Device) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                let device = Device(desktop: desktop)
                try device.setNetwork(true)
                try device.setPower(true)
                try device.setSaving(false)
                for service in ["NetworkManager", "UPower", "UPower.PowerProfiles"] {
                    try desktop.own("org.freedesktop." + service)
                }
                try await TaskWorld.with { tasks in
                    tasks.world.buses = BusAddresses(system: desktop.address, session: desktop.address)
                    try await tasks.world.restart()
                    try await body(tasks, device)
                }
            }
        }
    }

    private func waitFor(_ condition: Explanation.Condition, of identifier: String, _ tasks: TaskWorld) async throws {
        _ = try await tasks.world.wait {
            try await tasks.record(identifier)?.condition == condition ? true : nil
        }
    }

    @Test("Processing waits while a game is in front, and a refresh does not") func game() async throws {
        try await with { tasks, _ in
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "game-in-front", value: "on"))
            try await tasks.submit("work-0", .processing)
            try await waitFor(.gameInFront, of: "work-0", tasks)
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            try await waitFor(.gameInFront, of: "work-0", tasks)
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "game-in-front", value: "off"))
            try await tasks.waitForHistory("completed", count: 2)
        }
    }

    @Test("What needs the network waits for it, and is told to end when it goes") func network() async throws {
        try await with { tasks, device in
            try device.setNetwork(false)
            try await device.waitUntilHeard(tasks.world) { $0.connectivity == DeviceReport.Connectivity.none }
            try await tasks.submit("work-0", .processing, after: 1, network: true)
            try await waitFor(.notYet, of: "work-0", tasks)
            tasks.world.clock.advance(by: 2)
            try await waitFor(.noConnection, of: "work-0", tasks)
            let told = try await tasks.world.explain("work-0")
            #expect(told.contains { $0.condition == .noConnection && $0.endsWhen == "there is one" }, "\(told)")
            // What needs none does not wait.
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed")
            try tasks.tell("work-0", "late")
            try device.setNetwork(true)
            try await tasks.waitForHistory("takenUp", count: 2)
            try device.setNetwork(false)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().last == "expiring work-0 conditions")
        }
    }

    @Test("An app that runs hears when Low Power Mode is on, and when it is off") func powerState() async throws {
        try await with { tasks, _ in
            let app = try await tasks.startProgram()
            defer { kill(app.processIdentifier, SIGKILL) }
            // It hears of its tasks.
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            for (count, value) in [(1, "on"), (2, "off")] {
                _ = try await tasks.world.call(ControlInterface.SetSetting(name: "low-power-mode", value: value))
                _ = try await tasks.world.wait {
                    tasks.said().count { $0 == "hears that the power state is another" } == count ? true : nil
                }
            }
        }
    }

    @Test("It hears that, too, where nothing but files tells of the machine's power") func powerStateByFiles()
        async throws
    {
        try await TaskWorld.with { tasks in
            let battery = "sys/class/power_supply/BAT0/"
            func set(_ charge: Int) throws { try tasks.world.folder.write("\(charge)", to: battery + "capacity") }
            try tasks.world.folder.write("Battery", to: battery + "type")
            try tasks.world.folder.write("Discharging", to: battery + "status")
            try set(80)
            let app = try await tasks.startProgram()
            defer { kill(app.processIdentifier, SIGKILL) }
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            // It has nothing to wait for: the files are looked at for its sake.
            for (count, charge) in [(1, 5), (2, 80)] {
                try set(charge)
                _ = try await tasks.world.wait {
                    tasks.world.clock.advanceToNextWake(within: 30)
                    return tasks.said().count { $0 == "hears that the power state is another" } == count ? true : nil
                }
            }
        }
    }

    @Test("What needs external power waits until the device is plugged in") func power() async throws {
        try await with { tasks, device in
            try device.setPower(false)
            try await device.waitUntilHeard(tasks.world) { $0.isOnBattery == true }
            try await tasks.submit("work-0", .processing, after: 1, power: true)
            tasks.world.clock.advance(by: 2)
            try await waitFor(.externalPower, of: "work-0", tasks)
            try tasks.tell("work-0", "late")
            try device.setPower(true)
            try await tasks.waitForHistory("takenUp")
            try device.setPower(false)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().last == "expiring work-0 conditions")
        }
    }

    @Test("In Low Power Mode nothing is refreshed") func lowPower() async throws {
        try await with { tasks, device in
            try device.setSaving(true)
            try await device.waitUntilHeard(tasks.world) { $0.powerSaver != nil }
            try await tasks.submit("refresh", after: 1)
            tasks.world.clock.advance(by: 2)
            try await waitFor(.lowPowerMode, of: "refresh", tasks)
            #expect(try await tasks.world.call(TasksInterface.LowPowerMode()).isOn)
            #expect(tasks.said() == [])
            try device.setSaving(false)
            try await tasks.waitForHistory("completed")
            #expect(try await !tasks.world.call(TasksInterface.LowPowerMode()).isOn)
        }
    }
}
