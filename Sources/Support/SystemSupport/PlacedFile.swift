// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file or folder and the place where it stood, to find out later whether it still stands there.
package struct PlacedFile: Sendable {
    package let path: String
    package let identity: FileIdentity

    /// What stands at `path` now; nil when nothing does. Symbolic links are not followed.
    package init?(path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        self.path = path
        identity = status.identity
    }

    /// Whether it has neither gone nor been replaced.
    package var isThere: Bool { FileStatus(path: path)?.identity == identity }
}
