// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What becomes of the question whether a person agrees to the room that an app names.
package enum InstallConsent: String, Codable, CaseIterable, Sendable {
    /// The person has agreed to whatever the app names.
    case given
    /// The caller shows the sizes, asks, and answers by `ControlInstallation`. The installation waits meanwhile, and is
    /// taken back when the caller leaves.
    case asked
}
