// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// The platforms in Apple's fields. Linux is none of them: it stands in resources of our own.
package enum ApplePlatform: String, CaseIterable, Codable, Hashable, Sendable {
    case iOS = "IOS"
    case macOS = "MAC_OS"
    case tvOS = "TV_OS"
    case visionOS = "VISION_OS"

    /// nil for a platform that Apple's interface does not name.
    package init?(_ platform: Platform) {
        switch platform {
        case .iOS: self = .iOS
        case .macOS: self = .macOS
        case .tvOS: self = .tvOS
        case .visionOS: self = .visionOS
        case .linux: return nil
        }
    }
}
