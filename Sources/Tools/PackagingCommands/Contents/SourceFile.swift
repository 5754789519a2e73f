// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// A file found in the source root.
package struct SourceFile: Hashable, Sendable {
    /// Its path relative to the root, as selected: a symbolic link's own path.
    package private(set) var path: String
    /// The path that holds the bytes, with no symbolic link in it.
    package let realPath: String
    package let size: Int64
    /// Whether anybody may execute it; that much of the mode goes into the pack.
    package let isExecutable: Bool
    package let identity: FileIdentity
    /// Modification time, in nanoseconds since 1970.
    package let modified: Int64

    package init(path: String, realPath: String, status: FileStatus) {
        self.path = path
        self.realPath = realPath
        size = status.size
        isExecutable = status.permissions & 0o111 != 0
        identity = status.identity
        modified = status.modified
    }

    /// The same file, reached by another path.
    package func found(at path: String) -> SourceFile {
        var copy = self
        copy.path = path
        return copy
    }

    /// Whether an open file is still the one that was found, unchanged.
    package func matches(_ status: FileStatus) -> Bool {
        status.kind == .file && status.size == size && status.identity == identity && status.modified == modified
    }
}
