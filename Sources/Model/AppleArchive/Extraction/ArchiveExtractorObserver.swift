// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Sees what an `ArchiveExtractor` writes: what digests of files are computed from.
///
/// Calls come on the extractor's caller, one at a time. What they throw ends the extraction.
package protocol ArchiveExtractorObserver: AnyObject {
    /// A file has been made. `path` is where it lies beneath the root.
    func fileBegan(_ path: String, header: EntryHeader) throws
    /// The next piece of the file, which has been written. Valid only during the call.
    func fileData(_ bytes: UnsafeRawBufferPointer) throws
    /// The file is complete and closed.
    func fileEnded(_ path: String, header: EntryHeader) throws
    /// A folder or symbolic link has been made.
    func otherMade(_ path: String, header: EntryHeader) throws
}

extension ArchiveExtractorObserver {
    package func otherMade(_ path: String, header: EntryHeader) throws {}
}
