// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The platforms a pack or a download manifest can be for, as the packaging manifest spells them.
package enum Platform: String, Codable, CaseIterable, Hashable, Sendable {
    case iOS
    case macOS
    case tvOS
    case visionOS
    case linux = "Linux"

    /// The spelling in a manifest request's `platform` parameter and in the Linux manifest: lower case.
    package var parameter: String { rawValue.lowercased() }

    /// Finds a platform by that spelling in any case, or by App Store Connect's (`MAC_OS`).
    package init?(parameter: String) {
        let word = parameter.lowercased().filter { $0 != "_" }
        guard let match = Self.allCases.first(where: { $0.parameter == word }) else { return nil }
        self = match
    }
}
