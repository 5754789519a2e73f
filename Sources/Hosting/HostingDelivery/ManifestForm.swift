// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// The form of a download manifest that a device asked for.
///
/// A device with Linux sends `platform=linux`. Apple's devices send a query of their own whose names are not
/// published, so whatever else is there, or nothing, gets Apple's form.
package enum ManifestForm: Hashable, Sendable {
    /// Only keys that Apple's own tool writes. The platform is nil when the request names none that is known.
    case apple(Platform?)
    /// Apple's keys, digests, blocks and sequence.
    case linux

    /// - Parameter parameter: the value of the query's `platform`, if there is one; case does not matter.
    package init(platformParameter parameter: String?) {
        switch parameter.flatMap(Platform.init(parameter:)) {
        case .linux: self = .linux
        case let platform: self = .apple(platform)
        }
    }

    /// Whether a pack that is for these platforms is for a device that asks for this form. None means all.
    package func includes(platforms: Set<Platform>) -> Bool {
        if platforms.isEmpty { return true }
        switch self {
        case .linux: return platforms.contains(.linux)
        case .apple(let platform?): return platforms.contains(platform)
        case .apple(nil): return platforms != [.linux]
        }
    }
}
