// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// All that a parser of the entry stream must remember to go on later, perhaps in another process.
///
/// Take one at a block boundary and store it; `EntryStreamParser(resumingAt:)` continues there.
package struct EntryStreamCheckpoint: Equatable, Sendable {
    /// Index of the entry that the stream stands in, or of the next one at a boundary.
    package var entryIndex: Int
    /// The entry's header as far as it has come, magic included; empty at an entry boundary.
    package var headerBytes: [UInt8]
    /// Bytes after the header that have passed: of all blobs together, in the order of the header.
    package var bodyOffset: UInt64
    /// Bytes of the plain stream that have passed.
    package var streamOffset: UInt64

    package init(entryIndex: Int, headerBytes: [UInt8], bodyOffset: UInt64, streamOffset: UInt64) {
        self.entryIndex = entryIndex
        self.headerBytes = headerBytes
        self.bodyOffset = bodyOffset
        self.streamOffset = streamOffset
    }
}
