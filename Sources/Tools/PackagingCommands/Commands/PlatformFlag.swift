// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import AssetPackModel

/// The platform that a download manifest is for: `--ios`, `--macos`, `--tvos`, `--visionos` or `--linux`.
package enum PlatformFlag: String, EnumerableFlag, Sendable {
    case ios, macos, tvos, visionos, linux

    package static func help(for value: PlatformFlag) -> ArgumentHelp? { "Make it for \(value.platform.rawValue)." }

    package var platform: Platform {
        switch self {
        case .ios: .iOS
        case .macos: .macOS
        case .tvos: .tvOS
        case .visionos: .visionOS
        case .linux: .linux
        }
    }
}
