// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import MessageBus

extension BusQuestion {
    static let powerProfile = BusQuestion(
        bus: .system, service: "org.freedesktop.UPower.PowerProfiles", path: "/org/freedesktop/UPower/PowerProfiles",
        interface: "org.freedesktop.UPower.PowerProfiles", member: "ActiveProfile")
    /// The same of power-profiles-daemon before version 0.20, and of those that stand in for it.
    static let olderPowerProfile = BusQuestion(
        bus: .system, service: "net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles",
        interface: "net.hadess.PowerProfiles", member: "ActiveProfile")
    static let batteryWarning = BusQuestion(
        bus: .system, service: "org.freedesktop.UPower", path: "/org/freedesktop/UPower/devices/DisplayDevice",
        interface: "org.freedesktop.UPower.Device", member: "WarningLevel")
    static let onBattery = BusQuestion(
        bus: .system, service: "org.freedesktop.UPower", path: "/org/freedesktop/UPower",
        interface: "org.freedesktop.UPower", member: "OnBattery")
    static let metered = BusQuestion(
        bus: .system, service: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
        interface: "org.freedesktop.NetworkManager", member: "Metered")
    static let connectivity = BusQuestion(
        bus: .system, service: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
        interface: "org.freedesktop.NetworkManager", member: "Connectivity")
    /// The portals tell the same where the services behind them cannot be reached.
    static let portalPowerSaver = BusQuestion(
        bus: .session, service: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.PowerProfileMonitor", member: "power-saver-enabled")
    static let portalMetered = BusQuestion(
        bus: .session, service: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.NetworkMonitor", member: "GetMetered", isMethod: true)
    static let games = BusQuestion(
        bus: .session, service: "com.feralinteractive.GameMode", path: "/com/feralinteractive/GameMode",
        interface: "com.feralinteractive.GameMode", member: "ClientCount")

    static let all = [
        powerProfile, olderPowerProfile, batteryWarning, onBattery, metered, connectivity, portalPowerSaver,
        portalMetered, games,
    ]
}
