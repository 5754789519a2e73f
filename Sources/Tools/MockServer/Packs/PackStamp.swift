// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a pack's two files.
package struct PackStamp: Hashable, Sendable {
    package let archive: FileStamp
    package let blocks: FileStamp?

    /// - Returns: nil when the archive is not there.
    package init?(_ candidate: PackCandidate) {
        guard let archive = FileStamp(path: candidate.path, followsLinks: candidate.isNamed) else { return nil }
        self.archive = archive
        blocks = FileStamp(path: candidate.blocksPath, followsLinks: candidate.isNamed)
    }

    /// Whether one of the files was changed so lately that its stamp may not tell of the next change.
    package var isFresh: Bool { archive.isFresh || blocks?.isFresh == true }
}
