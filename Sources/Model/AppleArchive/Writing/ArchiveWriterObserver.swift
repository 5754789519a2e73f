// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Sees all that an `ArchiveWriter` writes, in one pass: what a file of block and file digests is made from.
///
/// Calls come on the writer's caller, one at a time, in the order of the archive; memory in them is valid only during
/// the call. What they throw ends the writing.
package protocol ArchiveWriterObserver: AnyObject {
    /// An entry begins, with a header of `size` bytes; `index` counts all entries, the folders that the writer adds by
    /// itself included.
    func entryBegan(_ header: EntryHeader, index: Int, size: Int) throws
    /// The next plain bytes of the entry's data.
    func entryData(_ bytes: UnsafeRawBufferPointer) throws
    /// The entry is complete.
    func entryEnded() throws
    /// A block is complete and goes to the sink. The bytes are those in the archive file, `framing` (the block's
    /// 16-byte header; empty without a container) first.
    func blockFinished(
        _ block: WrittenBlock, framing: UnsafeRawBufferPointer, stored: UnsafeRawBufferPointer) throws
}

extension ArchiveWriterObserver {
    package func entryBegan(_ header: EntryHeader, index: Int, size: Int) throws {}
    package func entryData(_ bytes: UnsafeRawBufferPointer) throws {}
    package func entryEnded() throws {}
}
