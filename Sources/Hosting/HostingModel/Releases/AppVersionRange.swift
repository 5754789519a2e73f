// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The versions of an app that a version of a pack is for, both ends included (App Store Connect has not got this).
package struct AppVersionRange: Codable, Hashable, Sendable {
    package let lowest: AppVersionNumber?
    package let highest: AppVersionNumber?

    package init(lowest: AppVersionNumber? = nil, highest: AppVersionNumber? = nil) {
        self.lowest = lowest
        self.highest = highest
    }

    /// `from 1.2 to 2.0`; nil where it is for all.
    package var words: String? {
        let ends = [lowest.map { "from \($0)" }, highest.map { "to \($0)" }].compactMap(\.self)
        return ends.isEmpty ? nil : ends.joined(separator: " ")
    }

    /// Whether it is for all.
    package var isUnlimited: Bool { lowest == nil && highest == nil }

    /// - `version`: nil for an app that does not tell; it gets what is for all.
    package func contains(_ version: AppVersionNumber?) -> Bool {
        guard let version else { return isUnlimited }
        if let lowest, version < lowest { return false }
        if let highest, version > highest { return false }
        return true
    }
}
