// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file that was removed to free room, or would be.
package struct PurgedFile: Codable, Equatable, Sendable {
    package var bundleID: String
    /// The app's own name for its download.
    package var identifier: String
    package var path: String
    /// Bytes on disk.
    package var bytes: Int64
    /// Seconds since 1970.
    package var lastUsed: Double

    package init(bundleID: String, identifier: String, path: String, bytes: Int64, lastUsed: Double) {
        self.bundleID = bundleID
        self.identifier = identifier
        self.path = path
        self.bytes = bytes
        self.lastUsed = lastUsed
    }
}
