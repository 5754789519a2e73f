// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A state of the device, or a person's choice, in which some tasks wait.
package enum TaskCondition: Hashable, Sendable, CustomStringConvertible {
    /// Of all apps.
    case refreshOff
    case appRefreshOff(bundleID: String)
    /// `reason`: who says so; nil when a person has set it.
    case lowPowerMode(reason: String?)
    case gameInFront(reason: String?)
    case noNetwork
    case noExternalPower

    package var description: String {
        switch self {
        case .refreshOff: "background refresh is off"
        case .appRefreshOff: "background refresh is off for the app"
        case .lowPowerMode(let reason): "Low Power Mode is on" + Self.text(reason)
        case .gameInFront(let reason): "a game is in front" + Self.text(reason)
        case .noNetwork: "there is no network, which the task needs"
        case .noExternalPower: "the device runs on its battery, and the task needs external power"
        }
    }

    /// What a person can do, or wait for.
    package var endsWhen: String {
        switch self {
        case .refreshOff: "it is on (`ba settings background-refresh on`)"
        case .appRefreshOff(let bundleID): "it is on (`ba settings --app \(bundleID) background-refresh on`)"
        case .lowPowerMode: "it is off (`ba settings low-power-mode off`)"
        case .gameInFront: "it is not, or counts as such no longer (`ba settings game-in-front off`)"
        case .noNetwork: "there is one"
        case .noExternalPower: "it is plugged in"
        }
    }

    private static func text(_ reason: String?) -> String { reason.map { " (\($0))" } ?? "" }
}
