// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One block of a container.
package struct BlockHeader: Equatable, Sendable {
    /// Bytes of a block header in a file, before the stored bytes.
    package static let length = 16

    /// Counts from 0.
    package let index: Int
    /// Where the block's header begins in the archive file.
    package let archiveOffset: UInt64
    /// Where the block's plain bytes begin in the entry stream. Counted from the first block that was parsed.
    package let plainOffset: UInt64
    /// Bytes when decoded.
    package let plainSize: Int
    /// Bytes of the payload in the file, header not counted.
    package let storedSize: Int

    package init(index: Int, archiveOffset: UInt64, plainOffset: UInt64, plainSize: Int, storedSize: Int) {
        self.index = index
        self.archiveOffset = archiveOffset
        self.plainOffset = plainOffset
        self.plainSize = plainSize
        self.storedSize = storedSize
    }

    /// Whether the payload is the plain bytes themselves.
    package var isStored: Bool { plainSize == storedSize }
}
