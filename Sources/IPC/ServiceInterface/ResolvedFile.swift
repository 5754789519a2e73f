// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where a file or folder of a local pack lies.
package struct ResolvedFile: Codable, Equatable, Sendable {
    package var packID: String
    package var version: Int
    /// Relative to the folder of the app's packs.
    package var location: String
    /// Bytes; 0 for a folder.
    package var size: Int64
    /// Kind and permissions as in `st_mode`.
    package var mode: UInt32

    package init(packID: String, version: Int, location: String, size: Int64, mode: UInt32) {
        self.packID = packID
        self.version = version
        self.location = location
        self.size = size
        self.mode = mode
    }
}
