// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the system does for an app by itself, and a developer has it do.
package enum SimulatedEvent: String, OpenEnumeration {
    case appInstall, appUpdate, appPeriodicCheck, appLanguageChange
    case unknown
}
