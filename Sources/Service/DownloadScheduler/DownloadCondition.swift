// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A state of the device, or a person's choice, in which nothing is downloaded in the background.
package enum DownloadCondition: Hashable, Sendable, CustomStringConvertible {
    case lowPowerMode
    /// Of all apps.
    case backgroundRefreshOff
    /// Of this app.
    case appBackgroundRefreshOff
    /// Before the first launch of the app.
    case inAppContentOff

    package var description: String {
        switch self {
        case .lowPowerMode: "Low Power Mode is on"
        case .backgroundRefreshOff: "background refresh is off"
        case .appBackgroundRefreshOff: "background refresh is off for the app"
        case .inAppContentOff: "in-app content is off, and the app was not launched yet"
        }
    }

    /// What a person can do, or wait for.
    package var endsWhen: String {
        switch self {
        case .lowPowerMode: "it is off (`ba settings low-power-mode off`)"
        case .backgroundRefreshOff: "it is on (`ba settings background-refresh on`)"
        case .appBackgroundRefreshOff: "it is on (`ba settings --app ID background-refresh on`)"
        case .inAppContentOff: "the app is launched, or it is on (`ba settings in-app-content on`)"
        }
    }
}
