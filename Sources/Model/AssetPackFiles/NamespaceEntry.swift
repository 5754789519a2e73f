// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a path stands for in one pack of a namespace.
package struct NamespaceEntry: Equatable, Sendable {
    /// Index into the namespace's packs, which are sorted by ID.
    package let packIndex: Int
    /// Bytes; 0 for a folder.
    package let size: Int64
    /// Kind and permissions as in `st_mode`.
    package let mode: UInt32

    package init(packIndex: Int, size: Int64, mode: UInt32) {
        self.packIndex = packIndex
        self.size = size
        self.mode = mode
    }

    package var isFolder: Bool { mode & NamespaceMode.kindMask == NamespaceMode.folder }
}

/// A path that several packs have, not all of them as a folder.
package struct NamespaceCollision: Equatable, Sendable {
    package let path: String
    /// IDs in order: the first one wins.
    package let packIDs: [String]

    package init(path: String, packIDs: [String]) {
        self.path = path
        self.packIDs = packIDs
    }
}
