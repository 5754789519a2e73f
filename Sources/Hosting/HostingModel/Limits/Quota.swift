// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How much an app may store, and how it is counted (hosting-api 6): of each pack the largest version that counts, and no sum
/// of its versions.
package struct Quota: Codable, Equatable, Sendable {
    /// Bytes: 200 GB.
    package static let standardLimit: Int64 = 200_000_000_000
    /// From this share of it on, a mail says so after each upload.
    package static let warningPercentage: Int64 = 80

    package let limit: Int64

    package init(limit: Int64 = Self.standardLimit) { self.limit = limit }

    /// Bytes that a pack counts for.
    ///
    /// - `versions`: each with the bytes of its archive.
    package static func usedBytes(of versions: [(version: ReleasedVersion, bytes: Int64)]) -> Int64 {
        versions.filter { counts($0.version) }.map(\.bytes).max() ?? 0
    }

    /// Whether a version counts: one that was processed, and is not superseded both for testers and for everybody.
    package static func counts(_ version: ReleasedVersion) -> Bool {
        guard version.state == .complete else { return false }
        // External testers may never have had it: then it is the internal ones who go by it.
        let isSupersededInTests =
            version.externalBeta == .superseded
            || (version.internalBeta == .superseded && version.externalBeta != .readyForTesting)
        return !(isSupersededInTests && version.appStore == .superseded)
    }

    package func isExceeded(by bytes: Int64) -> Bool { bytes > limit }

    /// Whether a mail is due.
    package func isNearlyUsed(by bytes: Int64) -> Bool {
        Double(bytes) * 100 >= Double(limit) * Double(Self.warningPercentage)
    }
}
