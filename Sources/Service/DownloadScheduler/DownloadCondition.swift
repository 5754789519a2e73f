// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A state of the device, or a person's choice, in which nothing is downloaded in the background.
package enum DownloadCondition: Hashable, Sendable, CustomStringConvertible {
    /// `reason`: who says so; nil when a person has set it.
    case lowPowerMode(reason: String?)
    /// Of all apps.
    case backgroundRefreshOff
    /// Of this app.
    case appBackgroundRefreshOff(bundleID: String)
    /// Before the first launch of the app.
    case inAppContentOff
    /// The connection costs by what is transferred. `reason`: who says so; nil when a person has set it.
    case metered(reason: String?)
    /// Another app's, or a program's of the system. `reason`: who says so; nil when a person has set it.
    case gameInFront(reason: String?)

    package var description: String {
        switch self {
        case .lowPowerMode(let reason): "Low Power Mode is on" + Self.text(reason)
        case .backgroundRefreshOff: "background refresh is off"
        case .appBackgroundRefreshOff: "background refresh is off for the app"
        case .inAppContentOff: "in-app content is off, and the app was not launched yet"
        case .metered(let reason): "the connection is metered" + Self.text(reason)
        case .gameInFront(let reason): "a game is in front" + Self.text(reason)
        }
    }

    /// What a person can do, or wait for.
    package var endsWhen: String {
        switch self {
        case .lowPowerMode: "it is off (`ba settings low-power-mode off`)"
        case .backgroundRefreshOff: "it is on (`ba settings background-refresh on`)"
        case .appBackgroundRefreshOff(let bundleID): "it is on (`ba settings --app \(bundleID) background-refresh on`)"
        case .inAppContentOff: "the app is launched, or it is on (`ba settings in-app-content on`)"
        case .metered: "it is not, or counts as such no longer (`ba settings metered off`)"
        case .gameInFront: "it is not, or counts as such no longer (`ba settings game-in-front off`)"
        }
    }

    /// Whether extensions are not run either. They cost next to no data, and no more than a moment beside a game.
    package var keepsExtensions: Bool {
        switch self {
        case .lowPowerMode, .backgroundRefreshOff, .appBackgroundRefreshOff, .inAppContentOff: true
        case .metered, .gameInFront: false
        }
    }

    /// Whether newer versions of apps wait, too, and not their assets alone.
    package var keepsUpdates: Bool {
        switch self {
        case .lowPowerMode, .metered, .gameInFront: true
        case .backgroundRefreshOff, .appBackgroundRefreshOff, .inAppContentOff: false
        }
    }

    private static func text(_ reason: String?) -> String { reason.map { " (\($0))" } ?? "" }
}
