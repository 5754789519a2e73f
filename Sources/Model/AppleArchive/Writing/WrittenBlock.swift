// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an `ArchiveWriter` tells about a block it has written.
package struct WrittenBlock: Equatable, Sendable {
    /// Counts from 0.
    package let index: Int
    /// Where it begins in the archive file, its own 16-byte header included; without a container, where the slice
    /// begins.
    package let archiveOffset: UInt64
    /// Bytes it takes in the archive file, its 16-byte header included.
    package let archiveLength: Int
    /// Where its plain bytes begin in the entry stream.
    package let plainOffset: UInt64
    /// Its plain bytes.
    package let plainLength: Int
    /// Where its first plain byte lies: in which entry, and where in that entry's header or data.
    package let start: StreamPosition

    package init(
        index: Int, archiveOffset: UInt64, archiveLength: Int, plainOffset: UInt64, plainLength: Int,
        start: StreamPosition
    ) {
        self.index = index
        self.archiveOffset = archiveOffset
        self.archiveLength = archiveLength
        self.plainOffset = plainOffset
        self.plainLength = plainLength
        self.start = start
    }
}
