// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel

/// Reads an archive once, from end to end, with bounded memory, and digests everything in it.
///
/// It is pushed: feed it the archive's bytes as they are read. What it keeps is the block list in the making, at most
/// `BlockList.maximumSize` bytes, and the JSON files at the root.
package final class ArchiveScanner {
    package typealias EntryObserver = (ArchiveScan.Entry) -> Void

    private let reader: ArchiveReader
    private let collector: ScanCollector
    private var hash = SHA256Digest()
    private var size: UInt64 = 0

    /// `onEntry` is called for each entry once it is complete, in the order of the archive.
    package init(onEntry: EntryObserver? = nil) {
        let collector = ScanCollector(onEntry: onEntry)
        self.collector = collector
        reader = ArchiveReader(containerObserver: collector.receive, consumer: collector.receive)
    }

    /// Takes the next bytes of the archive.
    ///
    /// - Throws: `ArchiveError` or `CancellationError`; after that the scanner is of no more use.
    package func feed(_ bytes: UnsafeRawBufferPointer) async throws {
        hash.update(bytes)
        size += UInt64(bytes.count)
        try await reader.feed(bytes)
    }

    /// Says that the archive has ended.
    ///
    /// - Throws: `ArchiveError` when it ends too soon, or holds nothing.
    package func finish() async throws -> ArchiveScan {
        try await reader.finish()
        guard !collector.isEmpty else { throw ArchiveError.noEntries(size: size) }
        return collector.scan(size: size, digest: hash.digest)
    }
}
