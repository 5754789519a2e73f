// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// A phased release: a version goes to some devices, and all others keep the version before (App Store Connect has not got
/// this for asset packs).
package struct Rollout: Codable, Hashable, Sendable {
    /// The number of the version that is rolled out.
    package let version: Int
    /// The number of the version that the other devices keep.
    package var previous: Int
    /// The version whose release began it: one that takes its place half-way goes to the same devices first.
    package let series: Int
    /// The share of the devices, 0 to 100.
    package var percentage: Int

    /// - `series`: nil for one that begins one itself.
    package init(version: Int, previous: Int, percentage: Int, series: Int? = nil) {
        self.version = version
        self.previous = previous
        self.series = series ?? version
        self.percentage = percentage
    }

    /// Whether a device is among them. Its answer is stable: a device that is in stays in when the share grows. Other packs
    /// and series begin with other devices, so that not always the same ones are the first.
    ///
    /// - `device`: the identifier that the device has made up for itself; nil for one that tells none, which comes last.
    package func includes(device: String?, of pack: String) -> Bool {
        if percentage >= 100 { return true }
        guard percentage > 0, let device else { return false }
        let digest = SHA256.hash(data: Data("\(pack)\0\(series)\0\(device)".utf8))
        let place = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return place % 10_000 < UInt64(percentage) * 100
    }
}
