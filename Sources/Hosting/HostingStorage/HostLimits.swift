// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How much of what a host takes (hosting-api 6), as far as a person may set it.
package struct HostLimits: Equatable, Sendable {
    /// Asset packs of an app that are not archived.
    package var packCount: Int
    /// Bytes of each part of an upload but the last. A store that speaks S3 takes none below 5 MiB, and 10,000 of them.
    package var partSize: Int64

    package init(packCount: Int = 200, partSize: Int64 = 16 << 20) {
        self.packCount = packCount
        self.partSize = partSize
    }

    /// That of an upload, whose parts are not too many.
    func partSize(ofUpload size: Int64) -> Int64 {
        let least = (size + Self.largestPartCount - 1) / Self.largestPartCount
        // In whole MiB.
        return least <= partSize ? partSize : (least + (1 << 20) - 1) / (1 << 20) * (1 << 20)
    }

    private static let largestPartCount: Int64 = 10_000
}
