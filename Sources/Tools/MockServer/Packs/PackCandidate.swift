// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles

/// A file that may be a pack, and where its blocks file would lie.
package struct PackCandidate: Hashable, Sendable {
    /// Absolute.
    package let path: String
    /// The folder it is served from, with symbolic links resolved: versions are kept for it.
    package let folder: String
    /// Whether it was named by itself: then it must be a pack, and it may be a symbolic link.
    package let isNamed: Bool

    package var blocksPath: String { BlockList.path(besideArchive: path) }

    package init(path: String, folder: String, isNamed: Bool) {
        self.path = path
        self.folder = folder
        self.isNamed = isNamed
    }
}
