// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Whether the system saves power, as far as files tell: the platform profile that power-profiles-daemon and its kind set, and a
/// battery that is nearly empty. Where nothing is known, nothing is saved.
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

    /// The folders of those that the machine itself runs on.
    private var batteries: [String] {
        let supplies = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/class/power_supply")) ?? []
        return supplies.map { "class/power_supply/" + $0 + "/" }
            .filter { text($0 + "type") == "Battery" && text($0 + "scope") != "Device" }
    }

    private func text(_ path: String) -> String? {
        (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
