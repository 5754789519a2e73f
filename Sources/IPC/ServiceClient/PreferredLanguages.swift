// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation

/// The languages that the person prefers.
package enum PreferredLanguages {
    /// BCP-47 tags, best first: those of this process's environment, else Foundation's.
    package static var current: [String] { languages(in: ProcessInfo.processInfo.environment) }

    package static func languages(in environment: [String: String]) -> [String] {
        LocaleVariables.languages(in: environment) ?? Locale.preferredLanguages
    }
}
