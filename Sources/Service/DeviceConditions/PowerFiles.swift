// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What files tell of the system's power: the platform profile that power-profiles-daemon and its kind set, a battery that is
/// nearly empty, and whether something else than that feeds it. Where nothing is known, nothing is saved.
package struct PowerFiles: Sendable {
    /// Percent of a battery that discharges below which power is saved; UPower's own.
    private static let lowCharge = 20
    /// The folder that stands for `/sys`.
    let folder: String

    package init(folder: String = "/sys") { self.folder = folder }

    /// Whether there is anything to tell by.
    package var tells: Bool { text("firmware/acpi/platform_profile") != nil || !batteries.isEmpty }

    package var hasSavingProfile: Bool { text("firmware/acpi/platform_profile") == "low-power" }

    package var hasLowBattery: Bool {
        batteries.contains { battery in
            guard text(battery + "status") == "Discharging",
                let charge = text(battery + "capacity").flatMap({ Int($0) })
            else { return false }
            return charge < Self.lowCharge
        }
    }

    /// Whether the machine runs on its battery; nil where that is not known. A kernel's drivers do not all tell the same.
    package var isOnBattery: Bool? {
        let feeds = supplies.filter { text($0 + "type") != "Battery" }.compactMap { text($0 + "online") }
        if feeds.contains(where: { $0 != "0" }) { return false }
        let states = batteries.compactMap { text($0 + "status") }
        if states.contains("Discharging") { return true }
        // One that is charged is fed, whatever is said of what feeds it.
        if states.contains(where: { ["Charging", "Full", "Not charging"].contains($0) }) { return false }
        return batteries.isEmpty || feeds.isEmpty ? nil : true
    }

    /// The folders of those that the machine itself runs on.
    private var batteries: [String] { supplies.filter { text($0 + "type") == "Battery" } }

    /// The folders of all that feeds the machine itself.
    private var supplies: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/class/power_supply")) ?? []
        return names.sorted().map { "class/power_supply/" + $0 + "/" }.filter { text($0 + "scope") != "Device" }
    }

    private func text(_ path: String) -> String? {
        (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
