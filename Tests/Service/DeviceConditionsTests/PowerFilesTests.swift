// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import DeviceConditions

@Suite("The system's power") struct PowerFilesTests {
    private func isSaving(_ files: [String: String]) async throws -> Bool {
        try await TemporaryFolder.with { folder in
            for (path, text) in files { try folder.write(text + "\n", to: path) }
            let source = PowerFiles(folder: folder.path)
            #expect(source.tells == files.keys.contains { $0.hasPrefix("firmware") || $0.contains("BAT") })
            return source.hasSavingProfile || source.hasLowBattery
        }
    }

    private func battery(_ status: String, _ capacity: String) -> [String: String] {
        let folder = "class/power_supply/BAT0/"
        return [folder + "type": "Battery", folder + "status": status, folder + "capacity": capacity]
    }

    @Test("Nothing is saved where nothing is known, or nothing but the mains") func unknown() async throws {
        #expect(try await !isSaving([:]))
        #expect(try await !isSaving(["class/power_supply/AC/type": "Mains", "class/power_supply/AC/online": "1"]))
    }

    @Test("Power is saved with a profile that says so", arguments: [("low-power", true), ("balanced", false)])
    func profile(_ name: String, _ isExpected: Bool) async throws {
        #expect(try await isSaving(["firmware/acpi/platform_profile": name]) == isExpected)
    }

    @Test(
        "Power is saved when the battery runs low",
        arguments: [
            ("Discharging", "19", true), ("Discharging", "20", false), ("Charging", "3", false),
            ("Discharging", "?", false), ("Full", "100", false),
        ])
    func charge(_ status: String, _ capacity: String, _ isExpected: Bool) async throws {
        #expect(try await isSaving(battery(status, capacity)) == isExpected)
    }

    private static let feeds: [(battery: String?, feeds: [String], Bool?)] = [
        (nil, [], nil), (nil, ["1"], false), (nil, ["0"], nil), ("Discharging", [], true), ("Discharging", ["0"], true),
        // A weak charger does not keep up.
        ("Discharging", ["1"], false), ("Discharging", ["0", "1"], false), ("Charging", [], false),
        ("Full", ["0"], false),
        ("Not charging", [], false), ("Unknown", [], nil), ("Unknown", ["0"], true), ("Unknown", ["1"], false),
    ]

    @Test("The machine runs on its battery when nothing else feeds it", arguments: feeds)
    func feeding(_ status: String?, _ online: [String], _ isOnBattery: Bool?) async throws {
        try await TemporaryFolder.with { folder in
            var files = status.map { battery($0, "50") } ?? [:]
            for (index, value) in online.enumerated() {
                files["class/power_supply/AC\(index)/type"] = index == 0 ? "Mains" : "USB"
                files["class/power_supply/AC\(index)/online"] = value
            }
            // What feeds a mouse feeds nothing else.
            files["class/power_supply/hid/type"] = "USB"
            files["class/power_supply/hid/scope"] = "Device"
            files["class/power_supply/hid/online"] = "1"
            for (path, text) in files { try folder.write(text + "\n", to: path) }
            #expect(PowerFiles(folder: folder.path).isOnBattery == isOnBattery)
        }
    }

    @Test("The battery of a mouse is none of the machine's") func otherBattery() async throws {
        var files = battery("Discharging", "3").reduce(into: [String: String]()) { files, file in
            files[file.key.replacing("BAT0", with: "hid-0")] = file.value
        }
        files["class/power_supply/hid-0/scope"] = "Device"
        #expect(try await !isSaving(files))
    }
}
