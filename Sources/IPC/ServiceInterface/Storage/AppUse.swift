// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app uses of the disk, in bytes there.
package struct AppUse: Codable, Equatable, Sendable {
    /// A pack that the app sees.
    package struct Pack: Codable, Equatable, Sendable {
        package var packID: String
        package var version: Int
        package var bytes: Int64

        package init(packID: String, version: Int, bytes: Int64) {
            self.packID = packID
            self.version = version
            self.bytes = bytes
        }
    }

    package var bundleID: String
    package var name: String
    /// Its bundles, of all versions that are kept.
    package var bundleBytes: Int64 = 0
    package var packs: [Pack] = []
    /// Packs that processes still read, and what comes with packs.
    package var otherPackBytes: Int64 = 0
    /// The containers of its app groups.
    package var groupBytes: Int64 = 0
    /// The caches of its own.
    package var cacheBytes: Int64 = 0
    /// Files that were fetched, and that it has not moved.
    package var arrivedBytes: Int64 = 0
    /// What has come of transfers under way, and the files that they send.
    package var partialBytes: Int64 = 0
    /// Files that are removed when the disk runs short; they are part of the sums above.
    package var purgeableBytes: Int64 = 0

    package init(bundleID: String, name: String) {
        self.bundleID = bundleID
        self.name = name
    }

    /// All that is counted, once.
    package var totalBytes: Int64 {
        packs.reduce(0) { $0 + $1.bytes } + bundleBytes + otherPackBytes + groupBytes + cacheBytes + arrivedBytes
            + partialBytes
    }
}
