// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a parser of the entry stream reports, in this order for each entry: `header`, then any number of `data`, `end`.
package enum EntryEvent {
    /// An entry begins. `index` counts all entries of the stream from 0; `size` is that of the header as it stands in the
    /// stream, magic included, with fields in it that a header value does not keep.
    case header(EntryHeader, index: Int, size: Int)
    /// The next piece of the entry's DAT blob, which begins at `offset` in it. Never empty. The memory is valid only
    /// until the call that reports it returns.
    case data(UnsafeRawBufferPointer, offset: UInt64)
    /// The entry is complete, with all that follows its header.
    case end
}
